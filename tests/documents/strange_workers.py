"""Workers for tests that do something else to documents whose name begins with `bad`."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path


def strange_worker(folder: Path, whole: str = "pass", pages: str = "pass", *, note_starts: bool = False) -> tuple[str, str]:
    """The command of such a worker.

    Args:
        folder: Gets the worker's script, and a line in `starts` for each process where they are noted.
        whole: Python that runs before such a document is read as a whole. It knows `folder`, `source` and `options`.
        pages: Python that runs before the page `number` of such a document is read, and with 0 before it is opened.
    """
    script = folder / "strange_worker.py"
    script.write_text(
        textwrap.dedent("""
            import os, signal, socket, subprocess, sys, threading, time
            from pathlib import Path
            from wiki_assets.documents.reading import worker
            from wiki_assets.documents.reading.messages import Frame, FrameKind, ReadPages, ReadWhole

            def before_whole(folder, source, options):
                WHOLE

            def before_page(number):
                PAGES

            def answers(request):
                bad = request.source.file.startswith("bad")
                if bad and isinstance(request, ReadWhole):
                    said = before_whole(Path(request.raw_folder), request.source, request.options)
                    if said is not None:
                        yield said
                        return
                if not (bad and isinstance(request, ReadPages)):
                    yield from worker.answers(request)
                    return
                before_page(0)
                at = request.first
                frames = worker.answers(request)
                if not request.last:
                    yield next(frames)  # how many pages there are
                while True:
                    before_page(at)
                    frame = next(frames, None)
                    if frame is None:
                        return
                    at += 1
                    yield frame

            if NOTED:
                with open("FOLDER/starts", "a") as file:
                    print(os.getpid(), file=file)
            worker.serve(answers)
        """)
        .replace("    WHOLE", textwrap.indent(textwrap.dedent(whole).strip(), "    "))
        .replace("    PAGES", textwrap.indent(textwrap.dedent(pages).strip(), "    "))
        .replace("NOTED", str(note_starts))
        .replace("FOLDER", str(folder))
    )
    return sys.executable, str(script)
