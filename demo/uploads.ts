/** Uploads of the demo's filmmaker. The files are in `footage/clips-1080`, their renditions in `renditions`. */
import type { DraftMetadata } from '../src/ingest/drafts.server.ts'

/** Categories by their slug in `catalog.json`. */
type DemoDescription = Omit<DraftMetadata, 'category_id' | 'subcategory_id'> & { category: string; subcategory: string }

export type DemoUpload = {
  /** Name of the file and of its renditions folder. */
  id: string
  /** The original file name. */
  file_name: string
  shoot: string
  days_ago: number
  /** Absent while the clip has no description. */
  description?: DemoDescription
  /** The editors' reason for sending it back. */
  declined?: string
}

const computed = {
  production: 'computer-generated',
  flashing: false,
  loopable: false,
  log: false,
  people_count: 0,
  camera: '',
  lens: '',
} as const

export const demoUploads: readonly DemoUpload[] = [
  {
    id: 'moon-fast-clouds',
    file_name: 'two_moons_reel_3.mp4',
    shoot: 'Two Moons',
    days_ago: 4,
    description: {
      ...computed,
      name: 'Clouds Race past the Full Moon',
      description: 'A full moon among stars, and clouds that race past it.',
      keywords: ['moon', 'full moon', 'clouds', 'night sky', 'stars'],
      shoot: 'Two Moons',
      category: 'skies',
      subcategory: 'moon',
      camera_look: 'locked-off',
      motion: 'realtime',
      time_of_day: 'night',
      location_type: 'sky',
      releases: ['not-needed'],
    },
    declined:
      'We like this one. It is a time-lapse but is described as real time: please choose “timelapse” as its motion and say so in the description, then submit it again.',
  },
  {
    id: 'alpine-gray-light',
    file_name: 'ridgeline_pass_2.mp4',
    shoot: 'Ridgeline',
    days_ago: 2,
    description: {
      ...computed,
      name: 'Gray Light on the High Ridges',
      description: 'Flying toward a needle of rock among snow ridges, under an even gray sky.',
      keywords: ['mountains', 'ridge', 'snow', 'overcast', 'flight', 'winter'],
      shoot: 'Ridgeline',
      category: 'landscapes',
      subcategory: 'mountains',
      camera_look: 'aerial',
      motion: 'realtime',
      time_of_day: 'overcast',
      location_type: 'mountains',
      releases: ['not-needed'],
    },
  },
  { id: 'dunes-blue-hour', file_name: 'erg_moonrise_take_1.mp4', shoot: 'Erg', days_ago: 1 },
]
