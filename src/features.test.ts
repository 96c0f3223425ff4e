import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { features } from './features.ts'

const root = import.meta.dirname
const order: readonly string[] = features
/** Files directly in src/ wire the features together: they may use every door. */
const wiring = readdirSync(root).filter(name => statSync(path.join(root, name)).isFile())

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ts|tsx|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(name => path.join(folder, name))

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(match => match[1] ?? '')

/** The place that an import names, relative to src/; undefined for packages. */
const placeOf = (file: string, specifier: string) =>
  specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? path.relative(root, path.resolve(path.dirname(file), specifier))
      : undefined

test('every folder of src/ is a feature with a place in the order', () => {
  const folders = readdirSync(root).filter(name => !wiring.includes(name))
  expect(folders.toSorted()).toEqual([...order].toSorted())
})

test.each(features)('%s imports only from the features before it, through their doors', feature => {
  const mistakes = sources(path.join(root, feature)).flatMap(file =>
    importsOf(file).flatMap(specifier => {
      const place = placeOf(file, specifier)
      if (place === undefined || place.startsWith('..') || specifier.includes('+types/')) return []
      const [other = '', ...inside] = place.split(path.sep)
      const here = path.relative(root, file)
      if (other === feature) return []
      if (!order.includes(other)) return [`${here} reaches into ${place}`]
      if (order.indexOf(other) > order.indexOf(feature)) return [`${here} imports ${place}, which comes later`]
      const isPrivate = inside.includes('pages') || inside.includes('parts')
      return isPrivate ? [`${here} imports ${place}, which is private to ${other}`] : []
    }),
  )
  expect(mistakes).toEqual([])
})

test('no page and no component imports a server module as a value', () => {
  const mistakes = features.flatMap(feature =>
    sources(path.join(root, feature))
      .filter(file => /\.tsx?$/.test(file) && !file.includes('.server.') && !/entry\.server/.test(file))
      .flatMap(file =>
        [...readFileSync(file, 'utf8').matchAll(/^import (?!type)[^'"]*'([^']*\.server\.tsx?)'/gm)].map(
          match => `${path.relative(root, file)} imports ${match[1]}`,
        ),
      ),
  )
  expect(mistakes).toEqual([])
})

test('the sandbox and the shop import nothing from each other', () => {
  const sandbox = path.resolve(root, '../sandbox')
  const crossing = [
    ...sources(sandbox).flatMap(file => importsOf(file).filter(s => s.startsWith('#') || s.includes('/src/'))),
    ...features
      .flatMap(f => sources(path.join(root, f)))
      .flatMap(file => importsOf(file).filter(s => s.includes('sandbox/'))),
  ]
  expect(crossing).toEqual([])
})

test('no page and no component reads the shapes of an endpoint, which the browser does not have', () => {
  const mistakes = features.flatMap(feature =>
    sources(path.join(root, feature))
      .filter(file => /\.tsx?$/.test(file) && !file.includes('.server.') && !file.endsWith('contract.ts'))
      .flatMap(file => {
        const text = readFileSync(file, 'utf8')
        const imported = [...text.matchAll(/import \{([^}]*)\} from '[^']*contract\.ts'/g)].flatMap(match =>
          (match[1] ?? '').split(',').map(name => name.trim()),
        )
        return imported
          .filter(name => /^\w+$/.test(name) && new RegExp(`\\b${name}\\.(body|query|params|reply|meta)\\b`).test(text))
          .map(name => `${path.relative(root, file)} reads ${name}’s shapes: let the contract export them by name`)
      }),
  )
  expect(mistakes).toEqual([])
})
