/**
 * A Vite plugin that shrinks the browser's route manifest. It removes `imports`, which only the server and prefetching links
 * use (we have none of those), and `false` values, which are equivalent to missing ones.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Plugin } from 'vite'

const MANIFEST_PREFIX = 'window.__reactRouterManifest='

type RouteManifest = { routes: Record<string, Record<string, unknown>> }

const isNeeded = ([key, value]: [string, unknown]) => key !== 'imports' && value !== false

const shrink = ({ routes, ...rest }: RouteManifest): RouteManifest => ({
  ...rest,
  routes: Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, Object.fromEntries(Object.entries(route).filter(isNeeded))]),
  ),
})

/** Fails the build when the file has an unexpected format, such as after an upgrade of React Router. */
export const leanManifest = (): Plugin => ({
  name: 'lean-manifest',
  apply: 'build',
  // React Router writes the manifest during the server build.
  applyToEnvironment: ({ name }) => name === 'ssr',
  writeBundle({ dir = '' }) {
    const assets = path.join(dir, '../client/assets')
    const [name, ...others] = readdirSync(assets).filter(file => /^manifest-\w+\.js$/.test(file))
    const file = name === undefined || others.length > 0 ? undefined : path.join(assets, name)
    const code = file === undefined ? '' : readFileSync(file, 'utf8')
    if (file === undefined || !code.startsWith(MANIFEST_PREFIX)) this.error('The route manifest was not found.')
    const manifest = JSON.parse(code.slice(MANIFEST_PREFIX.length).replace(/;$/, '')) as RouteManifest
    writeFileSync(file, `${MANIFEST_PREFIX}${JSON.stringify(shrink(manifest))};`)
  },
})
