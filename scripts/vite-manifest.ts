/**
 * A Vite plugin: the table of all addresses, as browsers get it, says nothing that no browser reads. The files that a page's
 * code imports are for the server, which names them in <head>, and for links that fetch pages beforehand, which we have none
 * of; and what is not said is as good as "no".
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Plugin } from 'vite'

const before = 'window.__reactRouterManifest='

type Table = { routes: Record<string, Record<string, unknown>> }

const isSaid = ([key, value]: [string, unknown]) => key !== 'imports' && value !== false

const lean = ({ routes, ...rest }: Table): Table => ({
  ...rest,
  routes: Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, Object.fromEntries(Object.entries(route).filter(isSaid))]),
  ),
})

/** Fails the build when the file is not as React Router wrote it: another version may do it another way. */
export const leanManifest = (): Plugin => ({
  name: 'lean-manifest',
  apply: 'build',
  // React Router writes it while it builds for the server.
  applyToEnvironment: ({ name }) => name === 'ssr',
  writeBundle({ dir = '' }) {
    const assets = path.join(dir, '../client/assets')
    const [name, ...others] = readdirSync(assets).filter(file => /^manifest-\w+\.js$/.test(file))
    const file = name === undefined || others.length > 0 ? undefined : path.join(assets, name)
    const code = file === undefined ? '' : readFileSync(file, 'utf8')
    if (file === undefined || !code.startsWith(before)) this.error('The table of addresses was not found.')
    const table = JSON.parse(code.slice(before.length).replace(/;$/, '')) as Table
    writeFileSync(file, `${before}${JSON.stringify(lean(table))};`)
  },
})
