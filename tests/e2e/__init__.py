"""The site as it runs in production: real processes, PostgreSQL, Redis, and programs that play through the API."""
