"""The compiler's tools: decorators, parts, bundles, function pointers, and the cache on disk."""
