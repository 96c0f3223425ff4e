/** The prefixes of document numbers: the one for new numbers, and the kind that each belongs to for good. */
import type { Trx } from '../db/database.server.ts'
import { documentKinds, type DocumentKind } from '../document-numbers.ts'
import { refuse } from '../http/refusal.ts'
import type { SettingsOf } from './groups.ts'

type DocumentsSettings = SettingsOf<'documents'>

const KIND_LABELS: Readonly<Record<DocumentKind, string>> = {
  invoice: 'invoices',
  credit_note: 'credit notes',
  quote: 'quotes',
  custom_cart: 'custom carts',
  statement: 'statements',
}

/** Returns prefixes that two kinds share, with messages per field. */
export const checkDocuments = (documents: DocumentsSettings): Record<string, string[]> =>
  Object.fromEntries(
    documentKinds.flatMap((kind, index) => {
      const prefix = documents[`${kind}_prefix`]
      const other = documentKinds.slice(0, index).find(earlier => documents[`${earlier}_prefix`] === prefix)
      return other ? [[`${kind}_prefix`, [`${prefix} is the prefix of ${KIND_LABELS[other]}. Choose another.`]]] : []
    }),
  )

/** Gives new prefixes to their kinds. Throws 422 for one that another kind had, because its numbers stay. */
export const claimPrefixes = async (trx: Trx, documents: DocumentsSettings): Promise<void> => {
  const claims = documentKinds.map(kind => ({ kind, prefix: documents[`${kind}_prefix`] }))
  await trx
    .insertInto('document_prefixes')
    .values(claims)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const owners = await trx
    .selectFrom('document_prefixes')
    .where(
      'prefix',
      'in',
      claims.map(({ prefix }) => prefix),
    )
    .selectAll()
    .$narrowType<{ kind: DocumentKind }>()
    .execute()
  const errors = Object.fromEntries(
    claims.flatMap(({ kind, prefix }) => {
      const owner = owners.find(row => row.prefix === prefix)?.kind
      return owner === undefined || owner === kind
        ? []
        : [
            [
              `${kind}_prefix`,
              [`${prefix} was the prefix of ${KIND_LABELS[owner]}, and their numbers stay. Choose another.`],
            ],
          ]
    }),
  ) as Record<string, string[]>
  if (Object.keys(errors).length > 0) throw refuse.fields(errors)
}
