/**
 * A Vite plugin: when a page's code fails to load, React Router reloads the document, as often as it fails. With this plugin
 * the page throws while rendering instead, so that the error page decides (src/site/chunk-guard.ts).
 */
import type { Plugin } from 'vite'

const ROUTE_MODULES_FILE = /[\\/]react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]dom[\\/]ssr[\\/]routeModules\.js$/
const RELOAD_CALL = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/g

/** Throws during rendering, because the router does not catch errors of loading code, only of loaders and components. */
const THROWING_MODULE = 'return { default() { throw error; } };'

/** Fails the build unless the code is found exactly once, such as after an upgrade of the router. */
export function routeChunkErrors(): Plugin {
  let replacements = 0
  return {
    name: 'route-chunk-errors',
    apply: 'build',
    applyToEnvironment: environment => environment.config.consumer === 'client',
    buildStart() {
      replacements = 0
    },
    transform(code, id) {
      if (!ROUTE_MODULES_FILE.test(id)) return null
      const changed = code.replaceAll(RELOAD_CALL, () => (replacements++, THROWING_MODULE))
      return { code: changed, map: null }
    },
    buildEnd(error) {
      if (!error && replacements !== 1)
        this.error(`React Router reloads in ${replacements} places where one was expected.`)
    },
  }
}
