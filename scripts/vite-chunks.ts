/**
 * A Vite plugin: what every page needs anyway comes in two files, the shell and the libraries below it, and what pages of
 * footage share in a third. Left alone it is cut into fifty, each a request of its own, compressed without knowing the others.
 */
import path from 'node:path'

import type { Plugin } from 'vite'

import { iconsOf, isOfIcons, type Graph } from './vite-icons.ts'

const source = path.resolve('src')
const libraries =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query))[\\/]/

/**
 * Ours only, for a package's index imports all of it, used or not; and no shapes, which come with the form that asks for
 * them. A file's address is a line of ours, wherever the file is: in another chunk it would not be known in time.
 */
const isOurs = (id: string) => (id.startsWith(source) && !id.endsWith('?shapes')) || id.endsWith('?url')

/** A module, and what it imports at once, all the way down. */
const closureOf = (entry: string, graph: Graph) => {
  const found = new Set([entry])
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) if (isOurs(imported)) found.add(imported)
  return found
}

const root = path.join(source, 'root.tsx')
/** A clip's page loads it at once, after all that is seen. */
const player = path.join(source, 'ui/player/player.tsx')
/** Where people arrive. */
const firstPages = [
  'site/pages/home.tsx',
  'catalog/pages/browse.tsx',
  'catalog/pages/clip.tsx',
  'site/pages/clip-frame.tsx',
].map(page => path.join(source, page))

/** What comes in which file: the shell with the icons of the first pages, what two of these share, the player's icons, all others. */
const placed = (graph: Graph): ((id: string) => string | null) => {
  const shell = closureOf(root, graph)
  const pages = firstPages.map(page => closureOf(page, graph))
  const firstIcons = iconsOf(
    [shell, ...pages].flatMap(modules => [...modules]),
    graph,
  )
  const playerIcons = iconsOf([...closureOf(player, graph)], graph)
  return id => {
    if (shell.has(id)) return 'shell'
    if (pages.filter(page => page.has(id)).length > 1) return 'footage'
    if (!isOfIcons(id)) return null
    if (firstIcons(id)) return 'shell'
    // Cut by who needs them the others are no smaller, and a page asks for eight files.
    return playerIcons(id) ? 'player-icons' : 'icons'
  }
}

const ours = () => {
  let place: ReturnType<typeof placed> | undefined
  return {
    debugName: 'ours',
    name: (id: string, graph: Graph) => {
      place ??= placed(graph)
      return place(id)
    },
  }
}

/** Files that import each other at once run in an order that depends on who came first: one sees what the other has not made yet. */
const cycleIn = (imports: ReadonlyMap<string, readonly string[]>): string[] | undefined => {
  const done = new Set<string>()
  const from = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const found = from(next, [...way, file])
      if (found) return found
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const found = from(file, [])
    if (found) return found
  }
  return undefined
}

export const sharedChunks = (): Plugin => ({
  name: 'shared-chunks',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  // Pages keep their exports, and may share more: without that rolldown gives no module to a chunk without all below it.
  options: options => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
  outputOptions: options => ({
    ...options,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [ours(), { name: 'libraries', test: libraries }],
    },
  }),
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
    const cycle = cycleIn(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (cycle) this.error(`Files of the build import each other: ${cycle.join(' → ')}.`)
  },
})
