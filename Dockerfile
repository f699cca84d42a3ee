# The shop as images: `api` is one API process, `worker` builds the site into a volume, `web` is nginx that serves it.
# compose.yaml puts them together.
# Images are named by digest, so that nobody exchanges one under its tag; dependabot proposes newer ones.

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS sources
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./

# Who the company is. Another folder takes its place: docker build --build-context content=../our-company
FROM scratch AS content
COPY site/content /

# All that builds something: the API's bundle here, the site in `worker`.
FROM sources AS tools
RUN --mount=type=cache,target=/root/.npm npm ci
COPY astro.config.mjs tsconfig.json ./
COPY site site
RUN rm -r site/content
COPY --from=content / site/content
COPY db db
COPY api api
RUN npm run build:api

# What runs in production: no compiler, no test tool and no embedded database.
FROM sources AS packages
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS api
WORKDIR /shop
# Open to the container's network, not to this container alone.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321
COPY --from=packages /shop/node_modules node_modules
COPY package.json ./
COPY db db
COPY api api
COPY --from=content / site/content
COPY --from=tools /shop/dist-api dist-api
# Volumes: the log of erasures, and what the worker has built.
ENV DATA_DIR=/shop/data
RUN mkdir -p data/pictures data/files dist && chown -R node:node data dist && chmod +x api/shop.ts && ln -s /shop/api/shop.ts /usr/local/bin/shop
USER node
EXPOSE 4321
# Alive, not ready: a process that waits for its database is no reason to start another.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/healthz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1 and gets the SIGTERM; a shell or npm would not pass it on.
CMD ["node", "--import", "./api/deploy/compile-cache.js", "--expose-gc", "--max-semi-space-size=8", "--max-old-space-size=192", "dist-api/server.js"]

# Makes a backup each night and proves it: the command line beside the server's own pg_dump and pg_restore. It alone of what
# runs for long knows the database's owner, and nobody can call it.
FROM postgres:18.6@sha256:86c951e05bf56c93d95d397747fb8820ac76cc3bedb78f43abd83eedbe3666ae AS backup
WORKDIR /shop
COPY --from=api /usr/local/bin/node /usr/local/bin/node
COPY --from=api /shop /shop
ENV NODE_ENV=production DATA_DIR=/shop/data
RUN mkdir data/backups && chown postgres:postgres data/backups && ln -s /shop/api/shop.ts /usr/local/bin/shop
USER postgres
ENTRYPOINT []
CMD ["shop", "nightly"]

# Builds the site whenever the catalogue changes, into a volume that the other two serve from.
FROM tools AS worker
ENV NODE_ENV=production DATA_DIR=/shop/data ASTRO_TELEMETRY_DISABLED=1
RUN mkdir -p data/pictures data/files dist .astro node_modules/.astro node_modules/.vite && chown node:node data data/pictures data/files dist .astro node_modules/.astro node_modules/.vite
USER node
HEALTHCHECK --interval=5s --timeout=3s --start-period=120s --retries=3 CMD ["test", "-e", "dist/client/index.html"]
CMD ["node", "api/worker.ts"]

FROM nginx:1.28.3-alpine@sha256:a8b39bd9cf0f83869a2162827a0caf6137ddf759d50a171451b335cecc87d236 AS web
COPY api/deploy/nginx.conf /etc/nginx/nginx.conf
USER nginx
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/robots.txt"]
