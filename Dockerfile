# The server in an image: built from the lock, run as a user of its own, its data in /data.

FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/truco
COPY requirements/run.txt requirements/
RUN /opt/truco/bin/pip install --no-cache-dir --require-hashes --requirement requirements/run.txt
COPY . .
RUN /opt/truco/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin truco \
    && install --directory --owner truco --mode 0750 /data
COPY --from=build /opt/truco /opt/truco
ENV PATH=/opt/truco/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TRUCO_HOST=0.0.0.0 \
    TRUCO_DATABASE_URL=sqlite+aiosqlite:////data/truco.db
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["truco"]
CMD ["serve"]
