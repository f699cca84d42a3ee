// A part of scripts: of each page's head (currency-hint.js), and of the widget's cards (site/widget/bundle.ts).
// biome-ignore lint/correctness/noUnusedVariables: those use it
const guessCurrency = (places, chosen) => {
  // By where the clock is, then by the languages: most browsers in India say en-US.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const regions = navigator.languages.map((language) => language.split('-').pop())
  const codes = Object.keys(places)
  const find = (place) => codes.find((code) => places[code].includes(place))
  return codes.includes(chosen) ? chosen : ([zone, ...regions].map(find).find(Boolean) ?? codes[0])
}
