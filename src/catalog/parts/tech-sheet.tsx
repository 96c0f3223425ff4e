/** What the file is, as measured: a definition list in the tabular face. */
import { Timecode } from '#ui/timecode.tsx'

import type { ClipDetail } from '../contract.ts'
import { techFacts } from './tech-facts.ts'

import styles from './tech-sheet.module.css'

export const TechSheet = ({ clip }: { clip: ClipDetail }) => (
  <dl className={styles.sheet}>
    <div>
      <dt>Length</dt>
      <dd>
        <Timecode seconds={clip.duration_in_seconds} fps={clip.fps} />
      </dd>
    </div>
    {techFacts(clip).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
