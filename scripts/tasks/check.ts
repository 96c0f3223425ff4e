/** `npm run check`: types, lint, format, and the tests of rules and of the database, for every commit. */
process.argv.splice(2, process.argv.length, 'types', 'lint', 'format', 'tables', 'unit', 'postgres')
await import('./test.ts')

export {}
