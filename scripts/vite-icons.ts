/** Finds the icons that modules use; only the package's index maps names to files, and it imports all of them. */

export type ModuleGraph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null
}

const ICON_PACKAGE = /[\\/]lucide-react[\\/]/
const ICON_INDEX = /[\\/]lucide-react\.mjs$/
const ICON_FILE = /[\\/](icons[\\/][\w-]+\.mjs)$/
const ICON_IMPORTS = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const ICON_EXPORTS = /export\s*\{([^}]*)\}\s*from\s*["']\.\/(icons\/[\w-]+\.mjs)["']/g

export const isIconModule = (id: string): boolean => ICON_PACKAGE.test(id)

/** Parses "Check, X as Close" into pairs of the imported and the local name. */
const parseSpecifiers = (list: string) => list.split(',').map(specifier => specifier.trim().split(/\s+as\s+/))

/** Returns a predicate for the icon modules that the given modules use, and those that every icon needs. */
export const usedIcons = (modules: readonly string[], graph: ModuleGraph): ((id: string) => boolean) => {
  const codeOf = (id: string | undefined) => (id === undefined ? '' : (graph.getModuleInfo(id)?.code ?? ''))
  const usedNames = new Set(
    modules
      .flatMap(id => [...codeOf(id).matchAll(ICON_IMPORTS)])
      .flatMap(([, list = '']) => parseSpecifiers(list).map(([importedName]) => importedName)),
  )
  const indexModule = modules.flatMap(id => graph.getModuleInfo(id)?.importedIds ?? []).find(id => ICON_INDEX.test(id))
  // An icon has several names, and its file can have any of them.
  const files = new Set(
    [...codeOf(indexModule).matchAll(ICON_EXPORTS)].flatMap(([, list = '', path = '']) =>
      parseSpecifiers(list).some(([, name]) => usedNames.has(name)) ? path : [],
    ),
  )
  return id => {
    const iconFile = ICON_FILE.exec(id)?.[1]
    return iconFile === undefined || files.has(iconFile.replaceAll('\\', '/'))
  }
}
