/**
 * A Vite plugin that bundles shared code into few files: the shell, the libraries, and code shared by footage pages.
 * Otherwise it would be split into fifty files, each with its own request and compressed separately.
 */
import path from 'node:path'

import type { Plugin } from 'vite'

import { usedIcons, isIconModule, type ModuleGraph } from './vite-icons.ts'

const srcDir = path.resolve('src')
const LIBRARY_MODULES =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query))[\\/]/

/**
 * Only our modules, because a package's index imports the whole package. Not schemas, which load with the forms that use
 * them. Asset URLs (`?url`) are tiny modules and must not move to a chunk that loads later.
 */
const isOwnModule = (id: string) => (id.startsWith(srcDir) && !id.endsWith('?shapes')) || id.endsWith('?url')

/** Returns a module with its static imports, recursively. */
const collectImports = (entry: string, graph: ModuleGraph) => {
  const modules = new Set([entry])
  for (const id of modules)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) if (isOwnModule(imported)) modules.add(imported)
  return modules
}

const ROOT_MODULE = path.join(srcDir, 'root.tsx')
/** A clip's page loads it right after the visible content. */
const PLAYER_MODULE = path.join(srcDir, 'ui/player/player.tsx')
const sources = (...files: string[]) => files.map(file => path.join(srcDir, file))

/** The most common landing pages. */
const landingPages = [
  sources('site/pages/home.tsx'),
  sources('search/pages/browse.tsx'),
  sources('catalog/pages/clip.tsx', 'site/pages/clip-frame.tsx'),
]
/** Returns the chunk of each module: the shell with the listings' icons, code that landing pages share, the icons of a clip's page and of the player, other icons. */
const assignChunks = (graph: ModuleGraph): ((id: string) => string | null) => {
  const shell = collectImports(ROOT_MODULE, graph)
  const pages = landingPages.map(files => new Set(files.flatMap(file => [...collectImports(file, graph)])))
  const [home = new Set(), browse = new Set(), clip = new Set()] = pages
  const firstIcons = usedIcons([...shell, ...home, ...browse], graph)
  const clipIcons = usedIcons([...clip], graph)
  const playerIcons = usedIcons([...collectImports(PLAYER_MODULE, graph)], graph)
  return id => {
    if (shell.has(id)) return 'shell'
    if (pages.filter(page => page.has(id)).length > 1) return 'footage'
    if (!isIconModule(id)) return null
    if (firstIcons(id)) return 'shell'
    if (clipIcons(id)) return 'clip-icons'
    // Splitting the rest by page would not shrink it, and a page would need eight files.
    return playerIcons(id) ? 'player-icons' : 'icons'
  }
}

const ownChunks = () => {
  let chunkOf: ReturnType<typeof assignChunks> | undefined
  return {
    debugName: 'ours',
    name: (id: string, graph: ModuleGraph) => {
      chunkOf ??= assignChunks(graph)
      return chunkOf(id)
    },
  }
}

/** Finds an import cycle between chunks: their order would depend on which one loads first, and exports could be missing. */
const findCycle = (imports: ReadonlyMap<string, readonly string[]>): string[] | undefined => {
  const done = new Set<string>()
  const visit = (file: string, stack: readonly string[]): string[] | undefined => {
    if (stack.includes(file)) return [...stack.slice(stack.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next, [...stack, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}

export const sharedChunks = (): Plugin => ({
  name: 'shared-chunks',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  // Pages keep their exports and may export more; otherwise rolldown moves a module only together with all its imports.
  options: options => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
  outputOptions: options => ({
    ...options,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [ownChunks(), { name: 'libraries', test: LIBRARY_MODULES }],
    },
  }),
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
    const cycle = findCycle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (cycle) this.error(`Chunks of the build import each other: ${cycle.join(' → ')}.`)
  },
})
