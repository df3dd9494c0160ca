# Goodside for production: docs/operating.md shows how to build, run, migrate and back it up.
# tests/architecture/dockerfile.slow.test.ts follows these steps and starts the result.

# Pinned by the digest that `docker buildx imagetools inspect node:24-slim` prints:
# docker build --build-arg NODE_IMAGE=node:24-slim@sha256:… -t goodside .
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
# For better-sqlite3 12, which is compiled where no prebuilt binary fits.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
# The locked versions; unlike npm ci, this accepts a lock file with other platforms' optional packages.
RUN npm install --no-save --include=dev --no-audit --no-fund
COPY remix.config.js tsconfig.json ./
COPY app app
COPY migrations migrations
COPY public public
COPY scripts scripts
RUN npm run build
RUN npm prune --omit=dev --no-save --no-audit --no-fund

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Goodside" org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production APP_MODE=production HOST=0.0.0.0 PORT=3000 DATA_VOLUME=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json tsconfig.json LICENSE ./
COPY app app
COPY migrations migrations
COPY scripts scripts
RUN mkdir /data && chown node:node /data
USER node
# Without -v a volume that has no name: it outlives `docker rm`, but not `docker run --rm`.
VOLUME /data
EXPOSE 3000
# What /healthz checks: docs/observability.md. Metrics are on the container's loopback port 3001.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/processes/start.js"]
