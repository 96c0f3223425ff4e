import { expect, test } from 'vitest'

import { commandOf } from './keys.ts'

const key = (name: string, held: Partial<Record<'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) =>
  commandOf({ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held })

test('letters work in both cases, so Caps Lock changes nothing', () => {
  expect(key('j')).toBe('backward')
  expect(key('J')).toBe('backward')
  expect(key('L', { shiftKey: true })).toBe('forward')
})

test('Shift makes a frame step ten', () => {
  expect(key('ArrowRight')).toBe('frame_on')
  expect(key('ArrowRight', { shiftKey: true })).toBe('ten_on')
})

test('Shift with a mark goes to it', () => {
  expect(key('i')).toBe('mark_in')
  expect(key('I')).toBe('mark_in')
  expect(key('I', { shiftKey: true })).toBe('to_in')
  expect(key('O', { shiftKey: true })).toBe('to_out')
})

test('a question mark asks for help, however the keyboard writes it', () => {
  expect(key('?', { shiftKey: true })).toBe('help')
  expect(key('?')).toBe('help')
})

test('shortcuts of the browser stay with the browser', () => {
  expect(key('l', { ctrlKey: true })).toBeUndefined()
  expect(key('f', { metaKey: true })).toBeUndefined()
  expect(key('ArrowLeft', { altKey: true })).toBeUndefined()
  expect(key('Tab')).toBeUndefined()
})
