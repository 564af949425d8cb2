"""The studio: a book in the browser of this machine. A route calls a function of the api, and holds no logic of its own."""
