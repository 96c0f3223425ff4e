/** What is said of a clip when it comes in: from its row of the manifest, else from where the file lies. */
import path from 'node:path'

import type { Release } from '../traits.ts'
import type { ManifestRow } from './manifest.ts'

/** All that a person says of a clip; what the picture itself tells is probed. */
export type ClipWords = {
  name: string
  description: string
  filmmaker: string
  /** Where it is known whose footage it is: then no name is looked up. */
  filmmaker_id?: number
  shoot: string
  scene: string | null
  /** null: it waits among the unsorted. */
  category: string | null
  subcategory: string | null
  keywords: string[]
  camera_look: string
  motion: string
  time_of_day: string
  location_type: string
  people_count: number
  releases: Release[]
  loopable: boolean
  flashing: boolean
  production: 'filmed' | 'computer-generated'
  tier: 'standard' | 'premium' | 'signature'
  /** Flat color, to be graded: sold as LOG. */
  log: boolean
}

/** The columns of a clip that its words fill. */
export const columnsOf = ({
  filmmaker: _filmmaker,
  filmmaker_id: _filmmaker_id,
  shoot: _shoot,
  scene: _scene,
  category: _category,
  subcategory: _subcategory,
  log: _log,
  ...columns
}: ClipWords) => columns

const longest_name = 120

/** Fit for screens and terminals: no line breaks, no escape sequences. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

const nameOf = (text: string) => Array.from(printable(text)).slice(0, longest_name).join('').trim() || 'Untitled'

/** "harbor_at-dusk.v2.mov" → "Harbor at dusk v2". */
export const nameFromFile = (file: string): string => {
  const text = printable(path.parse(file).name.replaceAll(/[_.\s-]+/g, ' '))
  return nameOf(text.charAt(0).toUpperCase() + text.slice(1))
}

export type Given = {
  /** The folder that was asked for, as a whole path. */
  folder: string
  /** The file, relative to it. */
  file: string
  row?: ManifestRow | undefined
  filmmaker?: string | undefined
  shoot?: string | undefined
  category?: string | undefined
}

/** The folder that a file lies in names its shoot, the one above it its filmmaker. null when nobody says who filmed it. */
export const wordsFor = ({ folder, file, row, ...options }: Given): ClipWords | null => {
  const folders = [path.basename(folder), ...path.dirname(file).split(path.sep)].filter(name => name && name !== '.')
  const shoot = row?.shoot ?? options.shoot ?? folders.at(-1)
  const filmmaker = row?.filmmaker ?? options.filmmaker ?? folders.at(-2)
  if (!filmmaker || !shoot) return null
  return {
    name: row?.name ?? nameFromFile(file),
    description: row?.description ?? '',
    filmmaker: nameOf(filmmaker),
    shoot: nameOf(shoot),
    scene: row?.scene ?? null,
    category: row?.category ?? options.category ?? null,
    subcategory: row?.subcategory ?? null,
    keywords: row?.keywords ?? [],
    camera_look: row?.camera_look ?? '',
    motion: row?.motion ?? '',
    time_of_day: row?.time_of_day ?? '',
    location_type: row?.location_type ?? '',
    people_count: row?.people ?? 0,
    releases: row?.releases ?? [],
    loopable: row?.loopable ?? false,
    flashing: row?.flashing ?? false,
    production: row?.production ?? 'filmed',
    tier: row?.tier ?? 'standard',
    log: row?.log ?? false,
  }
}
