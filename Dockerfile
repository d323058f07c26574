# The server. DATABASE_URL names its PostgreSQL; without one it runs an embedded one in /data.
# tests/platform/test_container.py takes the same steps without docker.
FROM python:3.11-slim

WORKDIR /srv/conclave
RUN useradd --uid 10001 --no-create-home conclave
RUN install -d -m 700 -o 10001 -g 10001 /data

COPY requirements.txt ./
RUN pip install -qq --no-cache-dir --require-hashes --requirement requirements.txt

COPY pyproject.toml requirements.in README.md ./
COPY app app
COPY games games
COPY migrations migrations
COPY static static
COPY templates templates
COPY translations translations
RUN pip install -qq --no-cache-dir --no-deps --no-build-isolation --editable .

ENV CONCLAVE_DATA=/data HOST=0.0.0.0 PORT=8000 PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
USER 10001

HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]

CMD ["conclave", "serve"]
