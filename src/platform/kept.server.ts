import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A secret of the data folder, made at the first asking. Of several processes that ask at once, all keep the first one's. */
export const keptFile = (data_dir: string, name: string, make: () => string): string => {
  const file = path.join(data_dir, name)
  if (!existsSync(file)) {
    mkdirSync(data_dir, { recursive: true })
    const mine = `${file}.${process.pid}.${randomUUID()}`
    writeFileSync(mine, make(), { mode: 0o600 })
    try {
      linkSync(mine, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(mine)
    }
  }
  return readFileSync(file, 'utf8')
}
