/**
 * A Vite plugin: when the code of a page cannot be loaded, React Router reloads the document by itself, as often as it fails.
 * With this the page breaks where it would have been drawn, so that the error page decides (src/site/chunk-guard.ts).
 */
import type { Plugin } from 'vite'

const loader = /[\\/]react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]dom[\\/]ssr[\\/]routeModules\.js$/
const reloads = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/g

/** An error thrown while code is loaded would reach nobody: the router takes only those of loaders and of components. */
const standIn = 'return { default() { throw error; } };'

/** Fails the build when the place is not found exactly once: another version of the router does it another way. */
export function routeChunkErrors(): Plugin {
  let places = 0
  return {
    name: 'route-chunk-errors',
    apply: 'build',
    applyToEnvironment: environment => environment.config.consumer === 'client',
    buildStart() {
      places = 0
    },
    transform(code, id) {
      if (!loader.test(id)) return null
      const changed = code.replaceAll(reloads, () => (places++, standIn))
      return { code: changed, map: null }
    },
    buildEnd(error) {
      if (!error && places !== 1) this.error(`React Router reloads in ${places} places where one was expected.`)
    },
  }
}
