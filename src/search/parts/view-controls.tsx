/** The size of the pictures and whether names are shown at rest. */
import { CaptionsIcon, Grid2x2, Grid3x3, Square } from 'lucide-react'
import { useId } from 'react'

import { changeViewSettings, densities, useViewSettings, type Density } from '#catalog/view-settings.ts'

import styles from './view-controls.module.css'

const options: Record<Density, { label: string; Icon: typeof Square }> = {
  small: { label: 'Small pictures', Icon: Grid3x3 },
  medium: { label: 'Medium pictures', Icon: Grid2x2 },
  large: { label: 'Large pictures', Icon: Square },
}

export const ViewControls = () => {
  const { density, names } = useViewSettings()
  const group = useId()
  return (
    <div className={styles.controls}>
      <fieldset className={styles.densities} aria-label="Picture size">
        {densities.map(value => {
          const { label, Icon } = options[value]
          return (
            <label key={value} className={styles[value]} title={label}>
              <input
                type="radio"
                name={group}
                aria-label={label}
                checked={density === value}
                onChange={() => changeViewSettings({ density: value })}
              />
              <Icon aria-hidden="true" />
            </label>
          )
        })}
      </fieldset>
      <label className={styles.names} title="Names below the pictures">
        <input
          type="checkbox"
          aria-label="Names below the pictures"
          checked={names}
          onChange={event => changeViewSettings({ names: event.target.checked })}
        />
        <CaptionsIcon aria-hidden="true" />
      </label>
    </div>
  )
}
