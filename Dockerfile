# The image of pessoas-sim: docs/image.md says how to build and use it.
# Only the first stage runs commands, on the processor of the machine that builds; what it makes depends on no processor.
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /sources
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm pack --silent --pack-destination /tmp
WORKDIR /opt/pessoas-sim
RUN tar -xzf /tmp/pessoas-sim-*.tgz --strip-components=1 \
 && cp /sources/package-lock.json . \
 && npm ci --omit=dev --no-audit --no-fund \
 && chmod +x dist/bin/pessoas-sim.js \
 && mkdir bin /data \
 && ln -s ../dist/bin/pessoas-sim.js bin/pessoas-sim

FROM node:24-slim
COPY --from=build /opt/pessoas-sim /opt/pessoas-sim
COPY --from=build --chown=1000:1000 /data /data
ENV PATH=/opt/pessoas-sim/bin:$PATH
# Nobody reaches the loopback address inside a container. Requests may name localhost, an address, or the host pessoas-sim.
ENV PESSOAS_SIM_HOST=0.0.0.0 PESSOAS_SIM_ALLOWED_HOSTS=pessoas-sim
# Kubernetes accepts only a number as proof that a user is not root.
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3210
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["pessoas-sim", "wait", "http://127.0.0.1:3210", "--timeout", "3"]
ENTRYPOINT ["pessoas-sim"]
