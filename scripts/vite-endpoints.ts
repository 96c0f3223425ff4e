/**
 * A Vite plugin: in the browser an endpoint is only its method and path. The schemas are validated by the server and are
 * larger than a page's own code, so they load only with modules that import a schema by name, such as forms.
 */
import type { Plugin } from 'vite'

const CONTRACT_FILE = /[\\/]src[\\/].*contract\.ts(\?shapes)?$/

/** Splits each contract of a browser build into its endpoints and, separately, everything else. */
export const endpointsOnly = (): Plugin => ({
  name: 'endpoints-only',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    const match = CONTRACT_FILE.exec(id)
    if (!match) return null
    if (match[1]) return { code, map: null, moduleSideEffects: false }
    const endpoints = this.parse(code).body.flatMap(statement => {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
      if (declared?.type !== 'VariableDeclaration') return []
      return declared.declarations.flatMap(({ id: name, init }) => {
        const isEndpoint =
          init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
        if (!isEndpoint || name.type !== 'Identifier') return []
        const [method, path] = init.arguments
        if (method?.type !== 'Literal' || path?.type !== 'Literal')
          throw new Error(`${id}: ${name.name} must have its method and path as literals.`)
        return [`export const ${name.name} = { method: ${method.raw}, path: ${path.raw} }`]
      })
    })
    return {
      code: [`export * from ${JSON.stringify(`${id}?shapes`)}`, ...endpoints].join('\n'),
      map: null,
      moduleSideEffects: false,
    }
  },
})
