# The bot in an image of its own, for amd64 and arm64. What it is run with stands in compose.yaml.
# Node and better-sqlite3 have to be of one version, so what builds also gives the Node that runs.
FROM node:24-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json ./
COPY src src
COPY commands commands
COPY maps maps
COPY migrations migrations
RUN npm run build && npm prune --omit=dev
# What compiles, and what only developers and browsers read.
RUN rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/.cache \
  && find node_modules/better-sqlite3/build -type f ! -name better_sqlite3.node -delete \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.md' -o -name '*.css' -o -name '*.woff' \) -delete
# The programs are in dist; of the sources only what starts them stays, and the languages, which are read when somebody speaks them.
RUN mkdir -p data run/src && cp -r src/*.cjs src/locales run/src/

# Neither a shell nor a package manager: a C library, the certificates, and a user without rights.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/maps maps
COPY --from=build /app/migrations migrations
COPY --from=build /app/run/src src
COPY --from=build /app/dist dist
# A new volume takes over whose the folder is.
COPY --from=build --chown=65532:65532 /app/data data
VOLUME /app/data
USER 65532:65532
ENV NODE_ENV=production HEALTH_PORT=8080 MALLOC_TRIM_THRESHOLD_=131072
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || process.env.HEALTH_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "src/start.cjs"]
