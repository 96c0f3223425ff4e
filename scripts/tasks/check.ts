/** `npm run check`: types, lint, format and unit tests, for every commit. */
process.argv.splice(2, process.argv.length, 'types', 'lint', 'format', 'tables', 'unit')
await import('./test.ts')

export {}
