"""Whole tables as files: written by `conclave export`, read by `conclave import`, here or on another server."""
