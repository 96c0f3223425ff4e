/** Picks any color: swatches as one group of radio buttons, so that arrows walk through them, and a field for the very shade. A form, for browsers without scripts. */
import { useId, useRef } from 'react'
import { Form, useNavigate } from 'react-router'

import { Button } from '#ui/button.tsx'

import { colorPath, look_path } from './look-path.ts'
import { swatches } from './swatches.ts'

import styles from './color-picker.module.css'

/** A color field speaks with every move of the hand. */
const settle_ms = 250

/** `hex`: six digits of the present color. */
export const ColorPicker = ({ hex }: { hex?: string | undefined }) => {
  const navigate = useNavigate()
  const field = useId()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (color: string) => void navigate(colorPath(color), { preventScrollReset: true })
  const showSoon = (color: string) => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(show, settle_ms, color)
  }
  return (
    <div className={styles.picker}>
      <Form action={look_path} className={styles.form} preventScrollReset>
        <div role="radiogroup" aria-label="Color" className={styles.swatches}>
          {swatches.flat().map(swatch => (
            <input
              key={swatch.hex}
              type="radio"
              name="color"
              value={swatch.hex}
              aria-label={swatch.name}
              title={swatch.name}
              style={{ background: `#${swatch.hex}` }}
              checked={swatch.hex === hex}
              // A search per arrow key would be too many.
              onChange={() => showSoon(swatch.hex)}
            />
          ))}
        </div>
        <noscript>
          <button type="submit">Find this color</button>
        </noscript>
      </Form>
      <Form action={look_path} className={styles.exact} preventScrollReset>
        <label htmlFor={field}>Exact shade</label>
        <input
          // Also set by whoever picks a swatch or goes Back.
          key={hex}
          id={field}
          type="color"
          name="color"
          defaultValue={`#${hex ?? '1f6f78'}`}
          onChange={event => showSoon(event.target.value)}
        />
        <Button type="submit" size="md">
          Find this color
        </Button>
      </Form>
    </div>
  )
}
