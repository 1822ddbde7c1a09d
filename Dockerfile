FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional packages stay here: the compiler is one, for the platform at hand.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run build

# Packages of the service alone; the embedded Postgres is optional and stays out, the container is given DATABASE_URL.
FROM node:20-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --omit=optional && npm cache clean --force

FROM node:20-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY migrations migrations
# Nothing below the root is written to: the container runs with a read-only file system.
USER node
EXPOSE 4317 4318
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=12 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4318/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/cli.js", "serve"]
