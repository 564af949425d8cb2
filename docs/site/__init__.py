"""The manual as a site: the pages of ``docs/``, and a reference that is made from the declarations of the program.

``python -m docs.site`` (or ``make docs``) writes it to ``build/manual/html``. Each module gives some pages of the reference: a
function ``pages`` returns the Markdown of each by its name. :mod:`docs.site.pictures` draws their pictures.
"""
