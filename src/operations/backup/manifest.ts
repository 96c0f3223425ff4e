/** What a backup says about itself. */
import * as z from 'zod/mini'

/** Raised when an older shop could no longer read what this one writes. */
export const BACKUP_FORMAT = 1

const Column = z.object({ name: z.string(), type: z.string() })

const TableEntry = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(Column),
  rows: z.int(),
  /** Of the rows as text, one per line, in the order of the key. */
  sha256: z.string(),
})
export type TableEntry = z.infer<typeof TableEntry>

export const FileEntry = z.object({
  /** Relative to the data folder: "files/masters/…". */
  path: z.string(),
  size_bytes: z.int(),
  modified_ms: z.number(),
  sha256: z.string(),
})
export type FileEntry = z.infer<typeof FileEntry>

export const Manifest = z.object({
  format: z.int(),
  version: z.string(),
  started_at: z.string(),
  finished_at: z.string(),
  is_demo: z.boolean(),
  /** Tells whether a shop has the same secret, without telling the secret. */
  secret_signature: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(TableEntry),
  sequences: z.array(z.object({ name: z.string(), last_value: z.int() })),
  files: z.object({ count: z.int(), size_bytes: z.int(), sha256: z.string() }),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_FILE = 'manifest.json'
export const MANIFEST_HASH_FILE = 'manifest.sha256'
export const FILE_LIST = 'files.jsonl.gz'
/** The end of the folder's name until the backup is complete. */
export const INCOMPLETE_SUFFIX = '.part'

export const tableFile = ({ schema, name }: Pick<TableEntry, 'schema' | 'name'>): string =>
  `database/${schema}.${name}.jsonl.gz`

/** What of the data folder belongs to a backup: everything that the database refers to, and the generated keys. */
export const dataFolders = ['files', 'uploads', 'ingest'] as const
export const keyFiles = ['secret', 'certificate-key.pem'] as const
