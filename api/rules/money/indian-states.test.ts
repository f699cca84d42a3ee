import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askAboutPin, describeStateFault, findStateFault, findStateFaultOfAccount } from './indian-address.ts'
import { findIndianState, INDIAN_STATES, STATES_BY_NAME } from './indian-states.ts'

const GST = { tax: { scheme: 'gst' } }
const nameOf = (text: string) => findIndianState(text)?.name

describe('a state of India', () => {
  test.each([
    [
      'Maharashtra',
      [
        ...['maharashtra', ' MAHARASHTRA ', 'IN-MH', 'mh', '27', 'महाराष्ट्र', 'Mahārāshtra'],
        ...['Maharashtra, India', '27-Maharashtra', 'Maharashtra (27)', 'Maharashtra 411001', 'ＭＨ'],
        ...['State of Maharashtra', 'Maharash\u200btra'],
      ],
    ],
    ['Rajasthan', ['RJ', '8', '08', 'राजस्थान', 'R.J.']],
    [
      'Tamil Nadu',
      [
        ...['TN', 'T.N.', 'Tamilnadu', 'Tamil-Nadu', 'TAMILNADU.', 'Tamil Nadu (TN)', 'TN - Tamil Nadu'],
        ...['தமிழகம்', 'தமிழ்நாடு', 'தமிழ் நாடு', 'तमिल नाडु', 'IN TN'],
      ],
    ],
    ['Karnataka', ['KA', 'ಕರ್ನಾಟಕ', 'ಕರ್ನಾಟಕ ರಾಜ್ಯ', 'कर्नाटक', 'in.ka']],
    ['Kerala', ['Keralam', 'Kerala, Bharat', 'Govt. of Kerala', 'കേരളം', 'KL', 'केरल']],
    ['Andhra Pradesh', ['AP', 'Andhra', 'ఆంధ్రప్రదేశ్', 'ఆంధ్ర ప్రదేశ్', 'आन्ध्र प्रदेश', 'आंध्र प्रदेश']],
    ['Telangana', ['TS', 'TG', 'IN-TG', 'తెలంగాణ', 'تلنگانہ', 'Telangana State']],
    ['West Bengal', ['WB', 'পশ্চিমবঙ্গ', 'পশ্চিম বঙ্গ', 'W. Bengal']],
    ['Gujarat', ['GJ', 'ગુજરાત', 'ગુજરાત રાજ્ય', 'गुजरात']],
    ['Punjab', ['PB', 'ਪੰਜਾਬ', 'पंजाब', 'Panjab']],
    [
      'Odisha',
      [
        'Orissa',
        'orisa',
        'Odisha (Orissa)',
        'Orissa/Odisha',
        'OR',
        'OD',
        'ଓଡ଼ିଶା',
        'ओड़िशा'.normalize('NFC').replace('ड़', 'ड'),
      ],
    ],
    ['Assam', ['অসম', 'আসাম', 'असम', 'AS']],
    ['Puducherry', ['Pondicherry', 'Pondy', 'Pondicherry, Puducherry', 'PONDICHÉRY', 'PY', 'புதுச்சேரி']],
    ['Uttarakhand', ['Uttaranchal', 'UK', 'UT', 'IN-UT', 'उत्तराखण्ड', 'उत्तराखंड']],
    ['Chhattisgarh', ['Chattisgarh', 'CG', 'CT', 'छत्तीसगढ़', 'छत्तीसगढ']],
    [
      'Jammu and Kashmir',
      ['J&K', 'Jammu & Kashmir', 'J & K', 'JK', 'Jammu-Kashmir', 'जम्मू और कश्मीर', 'UT of Jammu and Kashmir'],
    ],
    [
      'Delhi',
      [
        ...['NCT of Delhi', 'N.C.T. Delhi', 'Govt. of NCT of Delhi', 'GNCT of Delhi', 'Delhi (NCT)'],
        ...['New Delhi', 'National Capital Territory of Delhi', 'DL', 'दिल्ली', 'नई दिल्ली'],
      ],
    ],
    [
      'Andaman and Nicobar Islands',
      ['Andaman', 'Andaman & Nicobar', 'Andaman & Nicobar Island', 'AN', 'अंडमान और निकोबार द्वीपसमूह'],
    ],
    [
      'Dadra and Nagar Haveli and Daman and Diu',
      [
        ...['Dadra', 'Dadra & Nagar Haveli', 'Daman and Diu', 'Daman & Diu', 'DN', 'DD', 'DH', '25', '26'],
        'दादरा और नगर हवेली और दमन और दीव',
      ],
    ],
    ['Ladakh', ['LA', 'UT of Ladakh', 'लद्दाख']],
    ['Chandigarh', ['CH', 'चण्डीगढ़', 'Chandigarh (U.T.)', 'चंडीगढ़'.normalize('NFD')]],
    [
      undefined,
      [
        ...['', ' ', '-', 'Maharastra', 'Mumbai', 'Pradesh', 'India', 'Not provided', '97', '99', '45'],
        ...['411001', '29-Maharashtra', '29 - Maharashtra', 'Goa, Daman and Diu', 'Delhi, Haryana'],
        ...['Maharashtra (Mumbai)', 'KL, TN', 'Greater London', 'North'],
      ],
    ],
  ])('%s is known as %j', (name, texts) => {
    expect(texts.map(nameOf)).toEqual(texts.map(() => name))
  })

  test('is known by each of its names, in any case and with any signs between the words', () => {
    const anyName = fc.constantFrom(
      ...INDIAN_STATES.flatMap((state) =>
        [state.name, `IN-${state.others.split(' ')[0]}`, ...state.others.split(' ')].map((name) => ({
          name,
          state,
        })),
      ),
    )
    const anySign = fc.constantFrom(' ', '  ', '-', '\u00a0', ', ', '.')
    fc.assert(
      fc.property(
        anyName,
        anySign,
        fc.boolean(),
        fc.constantFrom('NFC', 'NFD', 'NFKC'),
        ({ name, state }, sign, isLoud, form) => {
          const typed = name.replaceAll(/[ -]/g, sign).normalize(form)
          expect(findIndianState(isLoud ? typed.toUpperCase() : typed.toLowerCase())).toBe(state)
        },
      ),
    )
  })

  test('has no name that is another’s', () => {
    const names = INDIAN_STATES.flatMap(({ name, others }) => [name, ...others.split(' ')])
    expect(STATES_BY_NAME.size).toBeGreaterThan(names.length - 12)
    for (const [name, state] of STATES_BY_NAME) expect([name, nameOf(name)]).toEqual([name, state.name])
  })

  test('that is misspelt by a letter is proposed or known, and never taken for another one', () => {
    const anyLong = fc.constantFrom(...INDIAN_STATES.filter(({ name }) => name.length >= 6))
    const anyLetter = fc.constantFrom(...'aehnrst')
    fc.assert(
      fc.property(anyLong, fc.nat(), anyLetter, fc.constantFrom(0, 1), (state, place, letter, taken) => {
        const at = place % state.name.length
        const typed = state.name.slice(0, at) + letter + state.name.slice(at + taken)
        const found = findIndianState(typed)
        if (found) expect(found).toBe(state)
        else
          expect(describeStateFault(typed)).toBe(`This is not a state of India. Did you mean ${state.name}?`)
      }),
    )
  })
})

test.each([
  ['Maharastra', 'Maharashtra'],
  ['Mumbai', 'Maharashtra'],
  ['Navi Mumbai, Maharashtra', 'Maharashtra'],
  ['Bengaluru', 'Karnataka'],
  ['Benguluru', 'Karnataka'],
  ['Rajastan', 'Rajasthan'],
  ['Delhi NCR', 'Delhi'],
  ['Kerla', 'Kerala'],
  ['Dehli', 'Delhi'],
  ['North Goa', 'Goa'],
  ['Sikim', 'Sikkim'],
  ['Maharashtra (Mumbai)', 'Maharashtra'],
  ['महारष्ट्र', 'Maharashtra'],
])('who writes %s is asked whether %s was meant', (typed, name) => {
  expect(describeStateFault(typed)).toBe(`This is not a state of India. Did you mean ${name}?`)
})

test.each(['', 'Not provided', 'Atlantis', 'Hovedstaden', 'Texas', 'Iowa', 'xx', '97', '__proto__'])(
  'nothing is proposed for %j',
  (typed) => expect(describeStateFault(typed)).toBe('Please enter a state of India, such as Karnataka'),
)

test('a state decides only the tax of an address in India, at a seller who charges GST', () => {
  const typed = { country: 'IN', state: 'Mumbai' }
  expect(findStateFault(GST, typed)).toContain('Maharashtra')
  expect(findStateFault({ tax: { scheme: 'none' } }, typed)).toBeUndefined()
  expect(findStateFault({ tax: { scheme: 'domestic' } }, typed)).toBeUndefined()
  expect(findStateFault(GST, { ...typed, country: 'GB' })).toBeUndefined()
})

test('who was asked for no address needs none, and who has one needs its state', () => {
  const account = { country: 'IN', address: '', state: '' }
  expect(findStateFaultOfAccount(GST, account)).toBeUndefined()
  expect(findStateFaultOfAccount(GST, { ...account, address: '12 MG Road' })).toContain('such as Karnataka')
  expect(findStateFaultOfAccount(GST, { ...account, state: 'Mumbai' })).toContain('Maharashtra')
})

describe('a PIN code', () => {
  const ask = (state: string, zipCode: string, country = 'IN') =>
    askAboutPin(GST, { country, address: '', state, zipCode })

  test.each([
    ['J&K', '411001', 'Maharashtra'],
    ['Rajasthan', '411 001', 'Maharashtra'],
    ['Maharashtra', '403001', 'Goa'],
    ['Goa', '400001', 'Maharashtra'],
    ['Haryana', '201301', 'Uttar Pradesh'],
    ['West Bengal', '737101', 'Sikkim'],
    ['Tamil Nadu', '396210', 'Gujarat or Dadra and Nagar Haveli and Daman and Diu'],
    ['Jammu and Kashmir', '194101', 'Ladakh'],
  ])('in %s of %s is asked about', (state, pin, owner) => {
    expect(ask(state, pin)).toContain(
      `PIN code ${pin.replace(' ', '')} is in ${owner}, not in ${nameOf(state)}.`,
    )
  })

  const RIGHT = `Delhi 110001, Rajasthan 302001, Maharashtra 411001, Chandigarh 160017, Punjab 160055,
    Uttarakhand 247667, Uttar Pradesh 247001, Puducherry 605001, Puducherry 673310,
    Puducherry 533464, Lakshadweep 682555, Sikkim 737101, Andaman 744101, Daman 396210, Diu 362520,
    Jharkhand 834001, Bihar 800001, Tripura 799001, Meghalaya 793001, Chhattisgarh 492001,
    Telangana 500001, Andhra Pradesh 520001, Ladakh 194101, J&K 190001, Goa 403001`
  test.each(RIGHT.split(/,\s+/).map((one) => [one.slice(0, -7), one.slice(-6)] as const))(
    'of %s may be %s',
    (state, pin) => {
      expect(ask(state, pin)).toBeUndefined()
    },
  )

  test('that says nothing of a state is not asked about', () => {
    for (const pin of ['', '000000', '900056', '290001', '12345', '1260', 'E2 7JP', '4110011'])
      expect(ask('Rajasthan', pin)).toBeUndefined()
    expect(ask('Mumbai', '110001')).toBeUndefined()
    expect(ask('Rajasthan', '411001', 'GB')).toBeUndefined()
  })
})
