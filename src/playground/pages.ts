import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';

const FOLDER = fileURLToPath(new URL('./page/', import.meta.url));

interface Bundle {
  script: string;
  style: string;
  fonts: Map<string, Uint8Array>;
}

/**
 * Bundles the page's program and style for the browser; esbuild is loaded only when somebody opens the page.
 */
async function bundle(): Promise<Bundle> {
  const { build } = await import('esbuild');
  const result = await build({
    entryPoints: [`${FOLDER}main.ts`],
    bundle: true,
    write: false,
    outdir: FOLDER,
    format: 'esm',
    target: 'es2022',
    minify: true,
    sourcemap: 'inline',
    logLevel: 'silent',
    // Fonts are files of their own, fetched only when a letter needs them; every browser here reads woff2.
    loader: { '.woff2': 'file', '.woff': 'empty' },
    assetNames: 'fonts/[name]',
    publicPath: '/',
  });
  const text = (ending: string) => result.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  const fonts = result.outputFiles.filter((file) => file.path.endsWith('.woff2'));
  return {
    script: text('.js'),
    style: text('.css'),
    fonts: new Map(fonts.map((file) => [basename(file.path), file.contents])),
  };
}

/**
 * The page in the browser: `/`, `/page.js`, `/page.css`, and its fonts. It is bundled at the first request
 * and kept.
 */
export function makePages(): Hono {
  const app = new Hono();
  let ready: Promise<Bundle> | undefined;
  const get = () => {
    ready ??= bundle();
    // A failed bundle is tried again at the next request.
    ready.catch(() => {
      ready = undefined;
    });
    return ready;
  };
  app.get('/', (c) => c.html(readFileSync(`${FOLDER}index.html`, 'utf8')));
  app.get('/page.js', async (c) =>
    c.body((await get()).script, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/page.css', async (c) =>
    c.body((await get()).style, 200, { 'content-type': 'text/css; charset=utf-8' }),
  );
  app.get('/fonts/:name', async (c) => {
    const font = (await get()).fonts.get(c.req.param('name'));
    return font === undefined
      ? c.notFound()
      : c.body(new Uint8Array(font), 200, {
          'content-type': 'font/woff2',
          'cache-control': 'public, max-age=86400',
        });
  });
  app.get('/favicon.ico', (c) => c.body(null, 204));
  return app;
}
