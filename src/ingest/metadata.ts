/** The metadata of an ingested clip, from its manifest row, otherwise from its folders. */
import path from 'node:path'

import type { Release } from '#catalog/traits.ts'

import type { ManifestRow } from './manifest.ts'

/** The metadata that a person provides; facts of the picture are probed. */
export type IngestMetadata = {
  name: string
  description: string
  filmmaker: string
  /** The filmmaker’s id if it is known: then the name is not looked up. */
  filmmaker_id?: number
  shoot: string
  scene: string | null
  /** null: unsorted. */
  category: string | null
  subcategory: string | null
  keywords: string[]
  camera_look: string
  motion: string
  time_of_day: string
  location_type: string
  people_count: number
  /** The camera that the master names unless a person does. */
  camera: string
  lens: string
  releases: Release[]
  loopable: boolean
  flashing: boolean
  production: 'filmed' | 'computer-generated'
  tier: 'standard' | 'premium' | 'signature'
  /** Flat color, to be graded: sold as LOG. */
  log: boolean
}

/** Returns the metadata that is stored in columns of the clip. */
export const clipColumnsOf = ({
  filmmaker: _filmmaker,
  filmmaker_id: _filmmaker_id,
  shoot: _shoot,
  scene: _scene,
  category: _category,
  subcategory: _subcategory,
  log: _log,
  ...columns
}: IngestMetadata) => columns

const MAX_NAME_LENGTH = 120

/** Makes text safe for screens and terminals: no line breaks, no escape sequences. */
export const toPrintable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

const toName = (text: string) => Array.from(toPrintable(text)).slice(0, MAX_NAME_LENGTH).join('').trim() || 'Untitled'

/** "harbor_at-dusk.v2.mov" → "Harbor at dusk v2". */
export const nameFromFile = (file: string): string => {
  const text = toPrintable(path.parse(file).name.replaceAll(/[_.\s-]+/g, ' '))
  return toName(text.charAt(0).toUpperCase() + text.slice(1))
}

export type MetadataInput = {
  /** The ingested folder, as an absolute path. */
  folder: string
  /** The file, relative to the folder. */
  file: string
  row?: ManifestRow | undefined
  filmmaker?: string | undefined
  shoot?: string | undefined
  category?: string | undefined
}

/** A file’s folder names its shoot, the one above its filmmaker. Returns null when the filmmaker is unknown. */
export const resolveMetadata = ({ folder, file, row, ...options }: MetadataInput): IngestMetadata | null => {
  const folders = [path.basename(folder), ...path.dirname(file).split(path.sep)].filter(name => name && name !== '.')
  const shoot = row?.shoot ?? options.shoot ?? folders.at(-1)
  const filmmaker = row?.filmmaker ?? options.filmmaker ?? folders.at(-2)
  if (!filmmaker || !shoot) return null
  return {
    name: row?.name ?? nameFromFile(file),
    description: row?.description ?? '',
    filmmaker: toName(filmmaker),
    shoot: toName(shoot),
    scene: row?.scene ?? null,
    category: row?.category ?? options.category ?? null,
    subcategory: row?.subcategory ?? null,
    keywords: row?.keywords ?? [],
    camera_look: row?.camera_look ?? '',
    motion: row?.motion ?? '',
    time_of_day: row?.time_of_day ?? '',
    location_type: row?.location_type ?? '',
    people_count: row?.people ?? 0,
    camera: row?.camera ?? '',
    lens: row?.lens ?? '',
    releases: row?.releases ?? [],
    loopable: row?.loopable ?? false,
    flashing: row?.flashing ?? false,
    production: row?.production ?? 'filmed',
    tier: row?.tier ?? 'standard',
    log: row?.log ?? false,
  }
}
