/** What a shot is like; each fact leads to the clips that share it. */
import { Link } from 'react-router'

import { slugOf } from '#platform/slug.ts'

import type { ClipDetail } from '../contract.ts'
import type { FilterName } from '../filter-table.ts'
import { browsePath, emptyBrowse } from '../filters.ts'
import { categoryPath } from '../paths.ts'
import { peopleTrait, releaseTraits } from '../traits.ts'

import styles from './shot-facts.module.css'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ')

const sharing = (filter: FilterName, value: string) => browsePath({ ...emptyBrowse, include: { [filter]: [value] } })

type Fact = { name: string; values: { label: string; path: string }[] }

const factsOf = (clip: ClipDetail): Fact[] => {
  const said = (name: string, filter: FilterName, text: string): Fact => ({
    name,
    values: text === '' ? [] : [{ label: capital(text), path: sharing(filter, slugOf(text)) }],
  })
  const { category, subcategory, people_count } = clip
  return [
    {
      name: 'Subject',
      values: [category, ...(subcategory ? [subcategory] : [])].map(one => ({
        label: one.name,
        path: categoryPath(one),
      })),
    },
    said('Camera', 'look', clip.camera_look),
    said('Motion', 'motion', clip.motion),
    said('Time of day', 'time', clip.time_of_day),
    said('Location', 'location', clip.location_type),
    {
      name: 'People',
      values: [
        {
          label: people_count === 0 ? 'None' : String(people_count),
          path: sharing('people', peopleTrait(people_count)),
        },
      ],
    },
    {
      name: 'Releases',
      values: releaseTraits
        .filter(({ value }) => clip.releases.some(release => release === value))
        .map(({ value, label }) => ({ label, path: sharing('release', value) })),
    },
  ].filter(({ values }) => values.length > 0)
}

export const ShotFacts = ({ clip }: { clip: ClipDetail }) => (
  <dl className={styles.facts}>
    {factsOf(clip).map(({ name, values }) => (
      <div key={name}>
        <dt>{name}</dt>
        {values.map(({ label, path }) => (
          <dd key={path}>
            <Link to={path}>{label}</Link>
          </dd>
        ))}
      </div>
    ))}
  </dl>
)
