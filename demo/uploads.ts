/** What the demo's filmmaker has sent in lately. The files are in `footage/clips`, what was made of them in `renditions`. */
import type { DraftWords } from '../src/catalog/drafts.server.ts'

/** Their category stands in `catalog.json`, by its slug. */
type Said = Omit<DraftWords, 'category_id' | 'subcategory_id'> & { category: string; subcategory: string }

export type DemoUpload = {
  /** Of the file and of its renditions. */
  id: string
  /** As its filmmaker called it. */
  file_name: string
  shoot: string
  days_ago: number
  /** Absent while it waits for its words. */
  said?: Said
  /** Why our editors sent it back. */
  declined?: string
}

const computed = {
  production: 'computer-generated',
  flashing: false,
  loopable: false,
  log: false,
  people_count: 0,
} as const

export const demoUploads: readonly DemoUpload[] = [
  {
    id: 'moon-fast-clouds',
    file_name: 'two_moons_reel_3.mp4',
    shoot: 'Two Moons',
    days_ago: 4,
    said: {
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
    said: {
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
