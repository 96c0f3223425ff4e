/** The demo's past orders, oldest first. All data is fictional. */
import type { LicenseChoice } from '../src/licensing/choice.ts'

type PastOrderStep = { days_ago: number } & (
  | { to: 'paid'; reference: string }
  | { to: 'refunded'; lines: number | 'all'; reason: string; reference: string }
  | { to: 'cancelled' | 'failed' | 'disputed'; reason: string }
  | { to: 'overdue' }
)

type PastOrderProject = { client_name: string; project_name: string; project_description: string }

export type PastOrder = {
  /** Email of a team member. */
  buyer: string
  clips: string[]
  license: Partial<LicenseChoice>
  days_ago: number
  /** Upgrades licenses that the team has for these clips. */
  isUpgrade?: boolean
  end: PastOrderStep[]
} & ({ by: 'account'; project: PastOrderProject } | { by: 'card' | 'ach' })

const MARA_EMAIL = 'mara@northlight.example'
const JONAS_EMAIL = 'jonas@northlight.example'

export const pastOrders: readonly PastOrder[] = [
  {
    buyer: MARA_EMAIL,
    clips: ['forest-mist-sunrise', 'hills-morning-mist', 'alpine-alpenglow'],
    license: { distribution_ids: [3, 6], end_client_size: 3 },
    days_ago: 78,
    by: 'account',
    project: {
      client_name: 'Verdant Trails',
      project_name: 'The Long Way Up',
      project_description: 'A half-hour portrait of three mountain guides, for the client’s own channel.',
    },
    end: [{ days_ago: 52, to: 'paid', reference: 'WIRE 20418' }],
  },
  {
    buyer: JONAS_EMAIL,
    clips: ['ink-indigo-white', 'paint-pour-marble', 'smoke-drift-white'],
    license: { distribution_ids: [5], end_client_size: 3 },
    days_ago: 64,
    by: 'account',
    project: {
      client_name: 'Pigment & Co.',
      project_name: 'Autumn colors',
      project_description: 'Six-second ads for the new palette.',
    },
    end: [
      { days_ago: 47, to: 'paid', reference: 'WIRE 20466' },
      { days_ago: 41, to: 'refunded', lines: 1, reason: 'Not used in the final cut', reference: 'OUT 7731' },
    ],
  },
  {
    buyer: JONAS_EMAIL,
    clips: ['lava-flow-crust', 'flames-slow-motion-black'],
    license: { distribution_ids: [8] },
    days_ago: 57,
    by: 'account',
    project: {
      client_name: 'Northlight Pictures',
      project_name: 'Ash Year',
      project_description: 'Festival cut of our own short.',
    },
    end: [
      { days_ago: 44, to: 'paid', reference: 'WIRE 20502' },
      { days_ago: 38, to: 'refunded', lines: 'all', reason: 'The film was called off', reference: 'OUT 7739' },
    ],
  },
  {
    buyer: MARA_EMAIL,
    clips: ['wheat-golden-gusts'],
    license: { distribution_ids: [7], end_client_size: 2 },
    days_ago: 40,
    by: 'account',
    project: {
      client_name: 'Hearth Bakery',
      project_name: 'Grain',
      project_description: 'Regional spot, ten weeks.',
    },
    end: [{ days_ago: 39, to: 'cancelled', reason: 'The client went with another script' }],
  },
  {
    buyer: MARA_EMAIL,
    clips: ['storm-lapse-gray', 'lightning-plain-steel'],
    license: { distribution_ids: [6], end_client_size: 2 },
    days_ago: 35,
    by: 'account',
    project: {
      client_name: 'Meridian Weather',
      project_name: 'Fronts',
      project_description: 'Opening titles of a series on storms.',
    },
    end: [{ days_ago: 4, to: 'overdue' }],
  },
  {
    buyer: JONAS_EMAIL,
    clips: ['underwater-god-rays', 'jellyfish-blue'],
    license: {},
    days_ago: 20,
    by: 'ach',
    end: [{ days_ago: 16, to: 'failed', reason: 'The bank returned the debit' }],
  },
  {
    buyer: MARA_EMAIL,
    clips: ['city-aerial-night', 'neon-street-magenta', 'rain-window-city'],
    license: { distribution_ids: [3, 5], end_client_size: 3 },
    days_ago: 9,
    by: 'account',
    project: {
      client_name: 'Lumen Mobility',
      project_name: 'After Hours',
      project_description: 'Launch film and its cut-downs.',
    },
    end: [],
  },
  {
    buyer: MARA_EMAIL,
    clips: ['hills-morning-mist'],
    license: { distribution_ids: [3, 6, 7], end_client_size: 3 },
    days_ago: 3,
    isUpgrade: true,
    by: 'account',
    project: {
      client_name: 'Verdant Trails',
      project_name: 'The Long Way Up, on air',
      project_description: 'The portrait goes on television: its opening shot needs the wider license.',
    },
    end: [],
  },
  { buyer: JONAS_EMAIL, clips: ['milky-way-tent', 'aurora-snowfield'], license: {}, days_ago: 1, by: 'ach', end: [] },
  {
    buyer: JONAS_EMAIL,
    clips: ['open-ocean-overcast'],
    license: {},
    days_ago: 0,
    by: 'card',
    end: [{ days_ago: 0, to: 'disputed', reason: 'The cardholder’s bank asks about this charge' }],
  },
  { buyer: JONAS_EMAIL, clips: ['dunes-golden-wind', 'orbit-day-limb'], license: {}, days_ago: 0, by: 'card', end: [] },
]
