/** Which test files run on which database. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** `all` adds what `npm test -- all` runs: all database tests on both databases, and the commands for operators as processes. */
export const listTestFiles = (all: boolean) => {
  const tests = globSync('{src,sandbox,testing,demo}/**/*.test.{ts,tsx}').filter(
    file => !/\.(browser|slow)\./.test(file),
  )
  const postgres = tests.filter(opensDatabase)
  const embedded = tests.filter(
    file => all || !postgres.includes(file) || testedOnBoth.some(pattern => path.matchesGlob(file, pattern)),
  )
  // What the commands for operators do is also tested without starting processes.
  const browser = globSync('{sandbox,scripts,src}/**/*.{browser,slow}.test.ts').filter(
    file => all || !file.startsWith(path.join('scripts', 'shop')),
  )
  return { embedded, postgres, browser }
}

const opensDatabase = (file: string) =>
  /testing\/(app|builders|process)\b|TEST_DATABASE_URL/.test(readFileSync(file, 'utf8'))

/** What depends on the database's driver, and one test of each path of money. */
const testedOnBoth = [
  'src/platform/{db,jobs,flags,storage}/*.test.ts',
  'src/platform/http/{idempotency,serve}.test.ts',
  'src/checkout/checkout.test.ts',
  'src/refunds/refunds.test.ts',
  'src/cart/merge.test.ts',
]
