/**
 * A color picker: swatches as one radio group, so that the arrow keys move through them, and a field for an exact shade. It is
 * a form, so it also works without JavaScript.
 */
import { useId, useRef } from 'react'
import { Form, useNavigate } from 'react-router'

import { colorSearchPath, VISUAL_SEARCH_PATH } from '#catalog/visual/visual-search-path.ts'
import { Button } from '#ui/button.tsx'

import { formatNarrowing, type VisualNarrowing } from './narrowing.ts'
import { swatches } from './swatches.ts'

import styles from './color-picker.module.css'

/** A color field fires an event for every move of the pointer, so searches are debounced. */
const DEBOUNCE_MS = 250

type ColorPickerProps = { hex?: string | undefined; narrowing: VisualNarrowing }

/** `hex` is the current color as six digits. */
export const ColorPicker = ({ hex, narrowing }: ColorPickerProps) => {
  const navigate = useNavigate()
  const fieldId = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openColor = (color: string) =>
    void navigate(colorSearchPath(color, formatNarrowing(narrowing)), { preventScrollReset: true })
  const openColorSoon = (color: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(openColor, DEBOUNCE_MS, color)
  }
  const words = [...formatNarrowing(narrowing)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <div className={styles.picker}>
      <Form action={VISUAL_SEARCH_PATH} className={styles.form} preventScrollReset>
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
              // The debounce avoids one search per arrow key.
              onChange={() => openColorSoon(swatch.hex)}
            />
          ))}
        </div>
        {words}
        <noscript>
          <button type="submit">Find this color</button>
        </noscript>
      </Form>
      <Form action={VISUAL_SEARCH_PATH} className={styles.exact} preventScrollReset>
        {words}
        <label htmlFor={fieldId}>Exact shade</label>
        <input
          // The key resets the field when a swatch is picked or the user navigates back.
          key={hex}
          id={fieldId}
          type="color"
          name="color"
          defaultValue={`#${hex ?? '1f6f78'}`}
          onChange={event => openColorSoon(event.target.value)}
        />
        <Button type="submit" size="md">
          Find this color
        </Button>
      </Form>
    </div>
  )
}
