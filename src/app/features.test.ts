import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { features, lastFolders } from './features.ts'

const root = path.resolve(import.meta.dirname, '..')
const order: readonly string[] = features
const last: readonly string[] = lastFolders
/** React Router reads these files from src/. They belong to the wiring. */
const frameworkFiles = ['entry.client.tsx', 'entry.server.tsx', 'root.tsx', 'routes.ts']

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ts|tsx|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(name => path.join(folder, name))

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(match => match[1] ?? '')

/** Resolves an import to a path relative to src/; undefined for packages. */
const resolveImport = (file: string, specifier: string) =>
  specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? path.relative(root, path.resolve(path.dirname(file), specifier))
      : undefined

/** The position of a file (relative to src/) in the dependency order; -1 for an unlisted folder. */
const layerOf = (file: string) => {
  const [folder = '', subfolder, ...rest] = file.split(path.sep)
  const isPage = subfolder === 'pages' || rest.includes('pages')
  if (subfolder === undefined) return order.length + last.length
  if (last.includes(folder)) return order.length + 1 + last.indexOf(folder)
  if (!order.includes(folder)) return -1
  // The components that staff pages share have no staff pages of their own.
  const isAdmin = subfolder === 'admin' && rest.length > 0 && folder !== 'ui'
  return isAdmin || isPage ? order.length : order.indexOf(folder)
}

test('every folder of src/ is listed, and only files of the framework are outside the folders', () => {
  const [files, folders] = [true, false].map(isFile =>
    readdirSync(root).filter(name => statSync(path.join(root, name)).isFile() === isFile),
  )
  expect(folders?.toSorted()).toEqual([...order, ...last].toSorted())
  expect(files?.toSorted()).toEqual(frameworkFiles)
})

test.each([...features, 'admin'])('%s imports only from the features before it, and no private files', feature => {
  const violations = sources(path.join(root, feature)).flatMap(file =>
    importsOf(file).flatMap(specifier => {
      const target = resolveImport(file, specifier)
      if (target === undefined || target.startsWith('..') || specifier.includes('+types/')) return []
      const [other = '', ...segments] = target.split(path.sep)
      const source = path.relative(root, file)
      if (layerOf(target) === -1) return [`${source} reaches into ${target}`]
      if (layerOf(target) > layerOf(source)) return [`${source} imports ${target}, which comes later`]
      const isPrivate = segments.includes('pages') || segments.includes('parts')
      return other !== feature && isPrivate ? [`${source} imports ${target}, which is private to ${other}`] : []
    }),
  )
  expect(violations).toEqual([])
})

test('pages and components import no server module as a value', () => {
  const violations = features.flatMap(feature =>
    sources(path.join(root, feature))
      .filter(file => /\.tsx?$/.test(file) && !file.includes('.server.') && !/entry\.server/.test(file))
      .flatMap(file =>
        [...readFileSync(file, 'utf8').matchAll(/^import (?!type)[^'"]*'([^']*\.server\.tsx?)'/gm)].map(
          match => `${path.relative(root, file)} imports ${match[1]}`,
        ),
      ),
  )
  expect(violations).toEqual([])
})

test('the sandbox and the shop do not import each other', () => {
  const sandbox = path.resolve(root, '../sandbox')
  const violations = [
    ...sources(sandbox).flatMap(file => importsOf(file).filter(s => s.startsWith('#') || s.includes('/src/'))),
    ...features
      .flatMap(f => sources(path.join(root, f)))
      .flatMap(file => importsOf(file).filter(s => s.includes('sandbox/'))),
  ]
  expect(violations).toEqual([])
})

test('pages and components read no endpoint schemas, which the browser does not have', () => {
  const violations = features.flatMap(feature =>
    sources(path.join(root, feature))
      .filter(file => /\.tsx?$/.test(file) && !file.includes('.server.') && !file.endsWith('contract.ts'))
      .flatMap(file => {
        const text = readFileSync(file, 'utf8')
        const imported = [...text.matchAll(/import \{([^}]*)\} from '[^']*contract\.ts'/g)].flatMap(match =>
          (match[1] ?? '').split(',').map(name => name.trim()),
        )
        return imported
          .filter(name => /^\w+$/.test(name) && new RegExp(`\\b${name}\\.(body|query|params|reply|meta)\\b`).test(text))
          .map(
            name => `${path.relative(root, file)} reads the schemas of ${name}: let the contract export them by name`,
          )
      }),
  )
  expect(violations).toEqual([])
})

/** Migrations that are named after a part of a feature. */
const partOwners = new Map([['settings', 'platform']])

/** The feature that owns each table: the one whose migration creates it. */
const tableOwners = () => {
  const folder = path.resolve(root, '../migrations')
  return new Map(
    readdirSync(folder).flatMap(name =>
      [
        ...readFileSync(path.join(folder, name), 'utf8').matchAll(
          /create (?:unlogged )?table (?:if not exists )?(\w+)/g,
        ),
      ].map(match => {
        const owner = name.replace(/^\d+_|\.sql$/g, '')
        return [match[1] ?? '', partOwners.get(owner) ?? owner] as const
      }),
    ),
  )
}

/** Reads of later tables that are accepted. */
const acceptedReads = new Map([
  // The session's answer has the role in the current workspace, in one query.
  ['accounts/users.server.ts', ['workspace_members', 'masquerades', 'current_workspaces']],
  // A license whose refund is open cannot be upgraded. Both sides check under the lock of the license's order.
  ['checkout/upgraded-licenses.server.ts', ['refunds']],
])

/** The tables that a file's queries name, in the query builder or in SQL. */
const tablesOf = (file: string) => {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const patterns = [
    /(?:selectFrom|innerJoin|leftJoin|crossJoin|insertInto|updateTable|deleteFrom|using)\(\s*\[?\s*'(\w+)/g,
    /\b(?:from|join|update|into)\s+(\w+)/gi,
  ]
  return new Set(patterns.flatMap(pattern => [...code.matchAll(pattern)].map(match => match[1] ?? '')))
}

test('every table belongs to a feature', () => {
  expect([...tableOwners()].filter(([, owner]) => !order.includes(owner))).toEqual([])
})

test.each(features)('the queries of %s name no table of a later feature', feature => {
  const owners = tableOwners()
  const violations = sources(path.join(root, feature)).flatMap(file => {
    const source = path.relative(root, file)
    if (source === path.join('platform', 'db', 'tables.ts')) return []
    return [...tablesOf(file)].flatMap(table => {
      const owner = owners.get(table)
      const isLater = owner !== undefined && order.indexOf(owner) > layerOf(source)
      return isLater && !acceptedReads.get(source)?.includes(table) ? [`${source} reads ${table} of ${owner}`] : []
    })
  })
  expect(violations).toEqual([])
})

test('no file imports itself through others, not even for a type', () => {
  const files = sources(root).filter(file => /\.tsx?$/.test(file))
  const imports = new Map(
    files.map(file => [
      file,
      // Parts that load lazily may import from the page that loads them.
      [...readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) [^'(\n]*'([^']+)'/gm)].flatMap(
        ([, specifier = '']) => {
          const target = resolveImport(file, specifier)
          return target === undefined ? [] : [path.join(root, target)]
        },
      ),
    ]),
  )
  /** Files that reach no circle are removed until none is left, or only circles. */
  const remaining = new Set(files)
  for (let size = -1; size !== remaining.size;) {
    size = remaining.size
    for (const file of remaining) if (!imports.get(file)?.some(target => remaining.has(target))) remaining.delete(file)
  }
  expect([...remaining].map(file => path.relative(root, file))).toEqual([])
})
