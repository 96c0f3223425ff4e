/** `npm run check`: types, lint, format, unit tests and database tests, for every commit. */
process.argv.splice(2, process.argv.length, 'types', 'lint', 'format', 'tables', 'unit', 'postgres')
await import('./test.ts')

export {}
