# syntax=docker/dockerfile:1
#
#   docker build -t headlight .                     the app
#   docker build -t headlight-edge --target edge .  the proxy, with Streamlit's files
#
# --build-arg REVISION=… says of which commit it is; `make image` does, and tries it.
#
# Not root, nothing to write to, no git, no compiler; dependencies locked by their sums.

ARG PYTHON=python:3.11-slim-bookworm
ARG CADDY=caddy:2.11-alpine

FROM ${PYTHON} AS build
# Where torch comes from; this one is the CPU build. pip reads it under this name.
ARG PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
COPY requirements.lock ./
RUN python -m venv /venv \
 && /venv/bin/pip install --require-hashes --only-binary=:all: -r requirements.lock
COPY . .
RUN /venv/bin/python -m server.static /edge \
 && /venv/bin/python -m compileall -q core server viz app.py asgi.py

FROM ${CADDY} AS edge
# A copy has no capabilities of its own, with which it would not start where all are
# taken away, as on Kubernetes.
RUN cp /usr/bin/caddy /tmp/caddy && mv /tmp/caddy /usr/bin/caddy
COPY --from=build /edge /srv/headlight
COPY deploy/Caddyfile /etc/caddy/Caddyfile
COPY LICENSE /srv/LICENSE
ARG REVISION=""
LABEL org.opencontainers.image.title="Headlight's edge" \
      org.opencontainers.image.description="Caddy, with Streamlit's own files and the way to every process" \
      org.opencontainers.image.version="0.3.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0 AND MIT"

FROM ${PYTHON} AS app
RUN useradd --uid 1000 --create-home app
# One thread a pass: the readers are the parallelism. Nothing is fetched at run time.
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MALLOC_ARENA_MAX=2 \
    HF_HUB_OFFLINE=1
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /src ./
USER 1000
EXPOSE 8501
ARG REVISION=""
LABEL org.opencontainers.image.title="Headlight" \
      org.opencontainers.image.description="Attention at work: trained translators whose every weight can be seen" \
      org.opencontainers.image.version="0.3.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="MIT"
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/ready', timeout=4)"]
CMD ["python", "-m", "server", "--host", "0.0.0.0", "--port", "8501"]
