/**
 * In the browser an endpoint is its method and its path. The shapes of what goes in and out are the server's to check and
 * weigh more than all of a page's own code, so they come only with the module that asks for one: a form that checks before
 * it sends imports the shape that its contract exports by name.
 */
import type { Plugin } from 'vite'

const contract = /[\\/]src[\\/].*contract\.ts(\?shapes)?$/

/** Splits each contract of a browser build in two: its endpoints, and beside them everything that it was. */
export const doorsOnly = (): Plugin => ({
  name: 'doors-only',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    const match = contract.exec(id)
    if (!match) return null
    if (match[1]) return { code, map: null, moduleSideEffects: false }
    const doors = this.parse(code).body.flatMap(statement => {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
      if (declared?.type !== 'VariableDeclaration') return []
      return declared.declarations.flatMap(({ id: name, init }) => {
        const isDoor =
          init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
        if (!isDoor || name.type !== 'Identifier') return []
        const [method, path] = init.arguments
        if (method?.type !== 'Literal' || path?.type !== 'Literal')
          throw new Error(`${id}: ${name.name} must name its method and path plainly.`)
        return [`export const ${name.name} = { method: ${method.raw}, path: ${path.raw} }`]
      })
    })
    return {
      code: [`export * from ${JSON.stringify(`${id}?shapes`)}`, ...doors].join('\n'),
      map: null,
      moduleSideEffects: false,
    }
  },
})
