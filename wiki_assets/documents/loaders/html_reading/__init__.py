"""HTML to elements: parsing, what is hidden, what is site furniture, and the walk through the rest.

Belongs here: all that HTML means, wherever it comes from: a page, a chapter of a book, a mail, HTML inside Markdown. Does not belong here:
files (`web_page`, `epub`, `mail`).
"""

from wiki_assets.documents.loaders.html_reading.furniture import QUOTED
from wiki_assets.documents.loaders.html_reading.reading import add_html, add_mail, add_page
from wiki_assets.documents.loaders.html_reading.walking import add_under

__all__ = ["QUOTED", "add_html", "add_mail", "add_page", "add_under"]
