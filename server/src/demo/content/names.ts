/** First name, last name, country, gender, and a user name where the name's letters give none. */
export type Name = readonly [
  first: string,
  last: string,
  country: string,
  gender: 'male' | 'female',
  username?: string,
];

/** The demo member stands at DEMO_INDEX; names near the top belong to the busier members. */
export const DEMO_INDEX = 3;

export const names: readonly Name[] = [
  ['Amara', 'Okafor', 'Nigeria', 'female'],
  ['João', 'Conceição', 'Portugal', 'male'],
  ['Søren', 'Ågård-Kjær', 'Denmark', 'male', 'soren.kjaer'],
  ['Robin', 'Ashworth', 'United Kingdom', 'female'],
  ['Linnéa', 'Öberg', 'Sweden', 'female'],
  ['Đặng Thị', 'Hương', 'Vietnam', 'female', 'huong.dang'],
  ['Mateusz', 'Świątek', 'Poland', 'male', 'mateusz.swiatek'],
  ['Chiara', 'Dell’Acqua', 'Italy', 'female'],
  ['Kwabena', 'Mensah', 'Ghana', 'male'],
  ['美咲', '高橋', 'Japan', 'female', 'misaki.takahashi'],
  ['Zoë', 'van den Heuvel', 'Netherlands', 'female', 'zoe.heuvel'],
  ['Rafael', 'Echeverría Montenegro', 'Chile', 'male', 'rafa.echeverria'],
  ['Иван', 'Петренко', 'Ukraine', 'male', 'ivan.petrenko'],
  ['Siobhán', 'Ní Dhomhnaill', 'Ireland', 'female', 'siobhan.nd'],
  ['Aarav', 'Krishnamurthy', 'India', 'male'],
  ['Ελένη', 'Παπαδοπούλου', 'Greece', 'female', 'eleni.papadopoulou'],
  ['Léa', 'Château', 'France', 'female'],
  ['ياسمين', 'حداد', 'Lebanon', 'female', 'yasmin.haddad'],
  ['Tomáš', 'Dvořák', 'Czechia', 'male'],
  ['Nkechi', 'Adeyemi-Williams', 'Canada', 'female', 'nkechi.aw'],
  ['Håkon', 'Bjørnstad', 'Norway', 'male', 'hakon.bjornstad'],
  ['Ayşe', 'Yıldırım', 'Türkiye', 'female', 'ayse.yildirim'],
  ['Diego', 'Núñez', 'Mexico', 'male'],
  ['하늘', '김', 'South Korea', 'female', 'haneul.kim'],
  ['Maximiliane', 'Freifrau von Hohenstein-Waldburg', 'Germany', 'female', 'maxi.hohenstein'],
  ['Tane', 'Wharekura', 'New Zealand', 'male'],
  ['Ioana', 'Ștefănescu', 'Romania', 'female', 'ioana.stefanescu'],
  ['Sipho', 'Ndlovu', 'South Africa', 'male'],
  ['Ana Luísa', 'Gonçalves', 'Brazil', 'female'],
  ['Björk', 'Þórsdóttir', 'Iceland', 'female', 'bjork.thors'],
  ['Hassan', 'El Amrani', 'Morocco', 'male'],
  ['प्रिया', 'शर्मा', 'India', 'female', 'priya.sharma'],
  ['Jürgen', 'Weiß', 'Germany', 'male', 'juergen.weiss'],
  ['Wei Ling', 'Tan', 'Singapore', 'female'],
  ['Mikołaj', 'Zieliński', 'Poland', 'male', 'mikolaj.zielinski'],
  ['Fatoumata', 'Diallo', 'Senegal', 'female'],
  ['Caoimhín', 'Ó Raghallaigh', 'Ireland', 'male', 'caoimhin.or'],
  ['נועה', 'לוי', 'Israel', 'female', 'noa.levi'],
  ['Isabela', 'Cruz', 'Philippines', 'female'],
  ['Nguyễn Văn', 'Đức', 'Vietnam', 'male', 'duc.nguyen'],
  ['Petra', 'Horvat', 'Croatia', 'female'],
  ['Oluwaseun', 'Bakare', 'Nigeria', 'male'],
  ['Ольга', 'Ковальчук', 'Ukraine', 'female', 'olha.kovalchuk'],
  ['Matthias', 'Grüninger', 'Switzerland', 'male'],
  ['Camille', 'Bélanger', 'Canada', 'female'],
  ['Juhani', 'Mäkelä', 'Finland', 'male'],
  ['Lucía', 'Ibáñez', 'Spain', 'female'],
  ['Þorvaldur', 'Jónsson', 'Iceland', 'male', 'thorvaldur.j'],
  ['Imani', 'Mwangi', 'Kenya', 'female'],
  ['Bence', 'Szabó', 'Hungary', 'male'],
  ['Mei', 'Watanabe', 'Japan', 'female'],
  ['Étienne', 'N’Guessan', 'Côte d’Ivoire', 'male', 'etienne.nguessan'],
  ['Katarzyna', 'Wójcik', 'Poland', 'female'],
  ['Noor', 'Rahimi', 'Netherlands', 'female'],
  ['Li', 'Wu', 'Taiwan', 'male', 'li.wu'],
  ['Georgiana', 'Featherstonehaugh', 'United Kingdom', 'female', 'georgie.f'],
  ['Andrés', 'Quispe', 'Peru', 'male'],
  ['Ingrid', 'Aas', 'Norway', 'female'],
  ['Marius', 'Žukauskas', 'Lithuania', 'male', 'marius.zukauskas'],
  ['Hannah', 'Goldberg', 'United States', 'female'],
];

const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The user name that goes with a name; `number` tells members of the same name apart. */
export function usernameOf([first, last, , , given]: Name, number: number): string {
  const base = (given ?? `${plainLetters(first)}.${plainLetters(last)}`).slice(0, 22);
  return number === 0 ? base : `${base}${number}`;
}
