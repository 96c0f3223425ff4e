/**
 * Documents as they were issued: rendered once, stored with their hash, and served as they are from then on. When facts
 * that a document shows change, a new version replaces it, and the one before stays available.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { refuse } from '#platform/http/refusal.ts'
import { randomToken, sha256 } from '#platform/ids.server.ts'

import type { DocumentIssue, ForSeller } from './content.ts'
import { loadSeller } from './seller.server.ts'

export type StoredKind =
  | 'receipt'
  | 'invoice'
  | 'credit-note'
  | 'license-agreement'
  | 'certificate'
  | 'quote'
  | 'statement'

export type DocumentSubject = {
  kind: StoredKind
  /** The number of the order, credit note, quote or statement, or the id of the license. */
  subject: string
  /** null for certificates, quotes and statements. */
  order_id: number | null
}

export type DocumentRequest<Content> = DocumentSubject & {
  /** Loads the content, and as `state` the facts in it that may change. Throws a refusal while there is no document. */
  load: () => Promise<{ state: unknown; content: Content }>
  print: (content: ForSeller<Content>) => Promise<Buffer>
  /** Returns the electronic invoice that is stored beside the PDF and printed into it. */
  buildXml?: (content: ForSeller<Content>) => string | undefined
}

type StoreDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'settings'>

const columns = [
  'id',
  'version',
  'state_sha256',
  'storage_key',
  'sha256',
  'xml_storage_key',
  'xml_sha256',
  'issued_at',
  'removed_at',
] as const

const selectVersions = (db: Db, { kind, subject }: Pick<DocumentSubject, 'kind' | 'subject'>) =>
  db.selectFrom('documents').where('kind', '=', kind).where('subject', '=', subject)

const findLatest = (db: Db, subject: DocumentSubject) =>
  selectVersions(db, subject).orderBy('version', 'desc').select(columns).limit(1).executeTakeFirst()

export type StoredDocument = NonNullable<Awaited<ReturnType<typeof findLatest>>>

/** Each try but the last lost against another request that issued the next version. */
const MAX_TRIES = 5

/** Returns the document of the current facts, and issues it if it does not exist. Of several requests, one issues it. */
export const issueDocument = async <Content extends object>(
  deps: StoreDeps,
  request: DocumentRequest<Content>,
): Promise<StoredDocument> => {
  const { db } = deps
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // The version is read before the facts: facts that are older than it cannot replace it.
    const latest = await findLatest(db, request)
    const { state, content } = await request.load()
    const state_sha256 = sha256(JSON.stringify(state))
    if (latest && latest.removed_at === null && latest.state_sha256 === state_sha256) return latest
    const version = { latest, state_sha256, content }
    const document = await shareWork(db, `${request.kind} ${request.subject} ${latest?.version} ${state_sha256}`, () =>
      storeVersion(deps, request, version),
    )
    if (document) return document
  }
  throw refuse(503, 'This document is changing right now. Please try again in a moment.')
}

const workInProgress = new WeakMap<Db, Map<string, Promise<StoredDocument | undefined>>>()

/** Of the requests of a process for the same version, one renders it. The database decides between processes. */
const shareWork = (db: Db, key: string, work: () => Promise<StoredDocument | undefined>) => {
  const inProgress = workInProgress.get(db) ?? new Map<string, Promise<StoredDocument | undefined>>()
  workInProgress.set(db, inProgress)
  const shared = inProgress.get(key) ?? work().finally(() => inProgress.delete(key))
  inProgress.set(key, shared)
  return shared
}

type NewVersion<Content> = { latest: StoredDocument | undefined; state_sha256: string; content: Content }

/** Returns undefined when another request issued the version first. */
const storeVersion = async <Content extends object>(
  deps: StoreDeps,
  { kind, subject, order_id, print, buildXml }: DocumentRequest<Content>,
  { latest, state_sha256, content }: NewVersion<Content>,
): Promise<StoredDocument | undefined> => {
  const { db, storage, clock } = deps
  const issued_at = clock.now()
  const issue: DocumentIssue = {
    version: (latest?.version ?? 0) + 1,
    issued_at: issued_at.toISOString(),
    replaced_at: latest?.issued_at.toISOString() ?? null,
  }
  const issuedContent = { ...content, seller: await loadSeller(deps), issue }
  const e_invoice_xml = buildXml?.(issuedContent)
  const pdf = await print({ ...issuedContent, ...(e_invoice_xml !== undefined && { e_invoice_xml }) })
  const path = `documents/${issued_at.getUTCFullYear()}/${sha256(randomToken())}`
  const storage_key = `${path}.pdf`
  await storage.put(storage_key, pdf)
  const xml = e_invoice_xml === undefined ? undefined : { bytes: Buffer.from(e_invoice_xml), key: `${path}.xml` }
  if (xml) await storage.put(xml.key, xml.bytes)
  const document = await db
    .insertInto('documents')
    .values({
      kind,
      subject,
      order_id,
      version: issue.version,
      replaces_id: latest?.id ?? null,
      state_sha256,
      storage_key,
      sha256: hashBytes(pdf),
      size_bytes: pdf.length,
      xml_storage_key: xml?.key ?? null,
      xml_sha256: xml ? hashBytes(xml.bytes) : null,
      issued_at,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (!document) await removeFiles(storage, { storage_key, xml_storage_key: xml?.key ?? null })
  return document
}

const removeFiles = async (
  storage: Deps['storage'],
  { storage_key, xml_storage_key }: Pick<StoredDocument, 'storage_key' | 'xml_storage_key'>,
) => {
  await storage.remove(storage_key)
  if (xml_storage_key !== null) await storage.remove(xml_storage_key)
}

const hashBytes = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Returns a version of a document. Throws 404. */
export const findVersion = async (db: Db, subject: DocumentSubject, version: number): Promise<StoredDocument> => {
  const document = await selectVersions(db, subject)
    .where('version', '=', version)
    .where('removed_at', 'is', null)
    .select(columns)
    .executeTakeFirst()
  if (!document) throw refuse.missing('version of this document')
  return document
}

type StoreReader = Pick<Deps, 'storage'>

/** Returns the stored bytes. Throws when they are missing or are not those that were issued. */
export const readDocument = (deps: StoreReader, { id, storage_key, sha256 }: StoredDocument): Promise<Buffer> =>
  readStored(deps, id, storage_key, sha256)

/** Returns the stored electronic invoice. Throws 404 for a document without one. */
export const readXml = (
  deps: StoreReader,
  { id, xml_storage_key, xml_sha256 }: Pick<StoredDocument, 'id' | 'xml_storage_key' | 'xml_sha256'>,
): Promise<Buffer> => {
  if (xml_storage_key === null || xml_sha256 === null) throw refuse.missing('electronic invoice')
  return readStored(deps, id, xml_storage_key, xml_sha256)
}

const readStored = async ({ storage }: StoreReader, id: number, key: string, expected: string): Promise<Buffer> => {
  const file = await storage.open(key)
  if (!file) throw new Error(`The file of document ${id} is missing in storage: ${key}`)
  const bytes = await buffer(file.read())
  if (hashBytes(bytes) !== expected) throw new Error(`The file of document ${id} was changed: ${key}`)
  return bytes
}

/** Returns what has an electronic invoice among the current documents of an order. */
export const listXmlDocuments = (db: Db, order_id: number) =>
  db
    .selectFrom('documents as d')
    .where('d.order_id', '=', order_id)
    .where('d.removed_at', 'is', null)
    .where('d.xml_storage_key', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documents as later').whereRef('later.replaces_id', '=', 'd.id').select('later.id'))),
    )
    .select(['d.kind', 'd.subject'])
    .orderBy('d.id')
    .execute()

/** Returns the documents of an order that a later version replaced, oldest first. */
export const listReplacedDocuments = (db: Db, order_id: number) =>
  db
    .selectFrom('documents as d')
    .innerJoin('documents as later', 'later.replaces_id', 'd.id')
    .where('d.order_id', '=', order_id)
    .where('d.removed_at', 'is', null)
    .select(['d.kind', 'd.subject', 'd.version', 'd.issued_at', 'later.issued_at as replaced_at', 'd.xml_storage_key'])
    .orderBy('d.id')
    .execute()

/** Marks every version of documents for removal, because the person in them is erased. */
export const removeDocuments = async (
  trx: Trx,
  kind: StoredKind,
  subjects: readonly string[],
  now: Date,
): Promise<void> => {
  if (subjects.length === 0) return
  await trx
    .updateTable('documents')
    .set({ removed_at: now })
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('removed_at', 'is', null)
    .execute()
}

/** Marks the versions that a later one replaces for removal: they name a person who is erased, and the current one doesn't. */
export const removeReplacedDocuments = async (
  trx: Trx,
  kind: StoredKind,
  subject: string,
  now: Date,
): Promise<void> => {
  await trx
    .updateTable('documents')
    .set({ removed_at: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('removed_at', 'is', null)
    .where(({ exists, selectFrom, ref }) =>
      exists(selectFrom('documents as later').where('later.replaces_id', '=', ref('documents.id')).select('later.id')),
    )
    .execute()
}

/**
 * Deletes the files of documents that were removed, and then their rows. A row that a later version replaces is kept. A
 * document that fails is tried again the next time.
 */
export const purgeRemovedDocuments = async ({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> => {
  const documents = await db
    .selectFrom('documents')
    .where('removed_at', 'is not', null)
    .orderBy('id', 'desc')
    .select(['id', 'storage_key', 'xml_storage_key'])
    .execute()
  for (const { id, ...files } of documents) {
    try {
      await removeFiles(storage, files)
      await db
        .deleteFrom('documents')
        .where('id', '=', id)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('documents as later').where('later.replaces_id', '=', id).select('later.id'))),
        )
        .execute()
    } catch (error) {
      console.error(`documents: removed document ${id} was not deleted: ${messageOf(error)}`)
    }
  }
}
