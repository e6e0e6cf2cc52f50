#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Thermograph;
impl Thermograph {
    pub fn bytes(&self) -> usize {
        0
    }
}
