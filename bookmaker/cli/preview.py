"""The command ``preview``: shows a book in a browser while its spec is written."""

from __future__ import annotations

import threading
import webbrowser
from argparse import Namespace
from pathlib import Path


def preview(arguments: Namespace) -> int:
    """Serve the pages until Ctrl-C. A fault of the spec is shown in the browser, and so is the next version."""
    from bookmaker.base.parallel import cpu_count
    from bookmaker.publishing.documents.preview import HOST, Preview, serve

    shown = Preview(Path(arguments.spec), arguments.jobs or cpu_count(), arguments.draft, arguments.dpi)
    server = serve(shown, arguments.port)
    address = f"http://{HOST}:{server.server_address[1]}/"
    follower = threading.Thread(target=shown.follow, daemon=True)
    follower.start()
    print(f"{address} shows {arguments.spec} and follows what you save. Ctrl-C ends it.", flush=True)
    if arguments.open:
        webbrowser.open(address)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        print("ended")
    finally:
        shown.end()
        server.server_close()
    return 0
