/** The register as CSV. */
import { EDITORIAL_LABEL } from '#licensing/closed-uses.ts'
import { toCsv } from '#platform/csv.ts'

import { certificatePath } from '../certificates/contract.ts'
import { licenseStateLabels } from '../in-force.ts'
import type { RegisteredLicense } from './contract.ts'

const columns = [
  'License',
  'State',
  'Clip',
  'Name',
  'Filmmaker',
  'File',
  'Use',
  'For',
  'License description',
  'Client',
  'Project',
  'Territory',
  'Term',
  'From (UTC)',
  'Until (UTC)',
  'Order',
  'Bought by',
  'Upgraded in',
  'Certificate',
  'Limits',
]

const toCells = (row: RegisteredLicense, public_url: string) => [
  row.id,
  [licenseStateLabels[row.state], row.why].filter(Boolean).join(': '),
  row.clip.id,
  row.clip.name,
  row.clip.filmmaker,
  row.clip.format,
  row.use,
  row.client,
  row.sentence,
  row.project?.client_name ?? '',
  row.project?.project_name ?? '',
  row.territory,
  row.term,
  row.from.slice(0, 10),
  row.until?.slice(0, 10) ?? 'No end',
  row.order,
  row.buyer_name,
  row.newer ?? '',
  row.has_certificate ? new URL(certificatePath(row.id, 'pdf'), public_url).href : '',
  row.clip.is_editorial ? EDITORIAL_LABEL : '',
]

export const registerCsvHeader = toCsv([columns])

export const toRegisterCsv = (rows: readonly RegisteredLicense[], public_url: string): string =>
  toCsv(rows.map(row => toCells(row, public_url)))
