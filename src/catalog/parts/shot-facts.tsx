/** The details of a shot. Each links to the clips that share it. */
import { Link } from 'react-router'

import { toSlug } from '#platform/slug.ts'

import type { ClipDetail } from '../contract.ts'
import type { FilterName } from '../filter-table.ts'
import { browsePath, emptyBrowseQuery } from '../filters.ts'
import { categoryPath } from '../paths.ts'
import { peopleTraitOf, releaseTraits } from '../traits.ts'

import styles from './shot-facts.module.css'

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ')

const filterPath = (filter: FilterName, value: string) =>
  browsePath({ ...emptyBrowseQuery, include: { [filter]: [value] } })

type ShotFact = { name: string; values: { label: string; path: string }[] }

const listFacts = (clip: ClipDetail): ShotFact[] => {
  const toFact = (name: string, filter: FilterName, text: string): ShotFact => ({
    name,
    values: text === '' ? [] : [{ label: capitalize(text), path: filterPath(filter, toSlug(text)) }],
  })
  const { category, subcategory, people_count } = clip
  return [
    {
      name: 'Subject',
      values: [category, ...(subcategory ? [subcategory] : [])].map(entry => ({
        label: entry.name,
        path: categoryPath(entry),
      })),
    },
    toFact('Camera look', 'look', clip.camera_look),
    toFact('Motion', 'motion', clip.motion),
    toFact('Time of day', 'time', clip.time_of_day),
    toFact('Location', 'location', clip.location_type),
    toFact('Camera', 'camera', clip.camera),
    toFact('Lens', 'lens', clip.lens),
    {
      name: 'People',
      values: [
        {
          label: people_count === 0 ? 'None' : String(people_count),
          path: filterPath('people', peopleTraitOf(people_count)),
        },
      ],
    },
    {
      name: 'Releases',
      values: releaseTraits
        .filter(({ value }) => clip.releases.some(release => release === value))
        .map(({ value, label }) => ({ label, path: filterPath('release', value) })),
    },
  ].filter(({ values }) => values.length > 0)
}

export const ShotFacts = ({ clip }: { clip: ClipDetail }) => (
  <dl className={styles.facts}>
    {listFacts(clip).map(({ name, values }) => (
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
