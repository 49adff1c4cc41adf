import { createReadStream, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
}

export interface PackedPackage {
  /** Where it is installed, for its package.json. */
  readonly folder: string;
  readonly tarball: string;
}

export interface Registry {
  readonly url: string;
  close(): void;
}

/** Serves packed packages as a registry does, so that npm downloads and installs without the network. */
export async function startRegistry(packages: readonly PackedPackage[]): Promise<Registry> {
  const listed = packages.map(({ folder, tarball }) => ({
    manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest,
    tarball,
  }));
  const server = createServer(({ url = "", headers }, response) => {
    const asked = decodeURIComponent(url.slice(1));
    const file = listed.find(({ tarball }) => basename(tarball) === asked)?.tarball;
    if (file !== undefined) return void createReadStream(file).pipe(response);
    const found = listed.filter(({ manifest }) => manifest.name === asked);
    response.statusCode = found.length === 0 ? 404 : 200;
    const versions = found.map(({ manifest, tarball }) => [
      manifest.version,
      { ...manifest, dist: { tarball: `http://${headers.host}/${basename(tarball)}` } },
    ]);
    const latest = found.at(-1)?.manifest.version;
    response.end(
      JSON.stringify({ name: asked, "dist-tags": { latest }, versions: Object.fromEntries(versions) }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
