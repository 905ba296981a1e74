"""Redaction: secrets are taken out of what was read before anything is stored or sent to a model.

`formats` and `assignments` say what a secret looks like, `finding` finds them in one text, `seams` where a line break parts them,
`blocks` finds private keys over several elements, `traces` finds what was found once wherever else it stands, `replacing` takes out, and
`document` does all of it to one document. The detectors are plugins of detect-secrets, called on text in this process.
"""

from wiki_assets.documents.redaction.document import REDACTION_VERSION, redact, redact_text

__all__ = ["REDACTION_VERSION", "redact", "redact_text"]
