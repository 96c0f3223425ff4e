/** Which of the icons a part of the shop shows: only the package's index knows their files, and it imports all of them. */

export type Graph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null
}

const place = /[\\/]lucide-react[\\/]/
const index = /[\\/]lucide-react\.mjs$/
const file = /[\\/](icons[\\/][\w-]+\.mjs)$/
const imports = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const exports = /export\s*\{([^}]*)\}\s*from\s*["']\.\/(icons\/[\w-]+\.mjs)["']/g

export const isOfIcons = (id: string): boolean => place.test(id)

/** "Check, X as Close" as pairs: what it is called there, and here. */
const pairs = (list: string) => list.split(',').map(one => one.trim().split(/\s+as\s+/))

/** Answers whether a module of the package is what these modules show, or what every icon needs. */
export const iconsOf = (modules: readonly string[], graph: Graph): ((id: string) => boolean) => {
  const codeOf = (id: string | undefined) => (id === undefined ? '' : (graph.getModuleInfo(id)?.code ?? ''))
  const shown = new Set(
    modules
      .flatMap(id => [...codeOf(id).matchAll(imports)])
      .flatMap(([, list = '']) => pairs(list).map(([there]) => there)),
  )
  const all = modules.flatMap(id => graph.getModuleInfo(id)?.importedIds ?? []).find(id => index.test(id))
  // An icon has several names, and its file may have any of them.
  const files = new Set(
    [...codeOf(all).matchAll(exports)].flatMap(([, list = '', path = '']) =>
      pairs(list).some(([, name]) => shown.has(name)) ? path : [],
    ),
  )
  return id => {
    const own = file.exec(id)?.[1]
    return own === undefined || files.has(own.replaceAll('\\', '/'))
  }
}
