#include "target/types/debug_types.h"

#include "target/types/dwarf_entry.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/DebugInfo/DWARF/DWARFDie.h>
#include <llvm/DebugInfo/DWARF/DWARFExpression.h>
#include <llvm/DebugInfo/DWARF/DWARFUnit.h>
#include <llvm/Object/ObjectFile.h>

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

namespace revisit {

namespace {

using llvm::DWARFContext;
using llvm::DWARFDie;
namespace dwarf = llvm::dwarf;
using namespace dwarf_entry;

} // namespace

struct DebugTypes::Impl {
  struct File {
    llvm::object::OwningBinary<llvm::object::ObjectFile> object;
    std::unique_ptr<DWARFContext> context; // null: the file has no debug information
    bool isIndexed = false;
    std::unordered_map<std::string, DWARFDie> types; // by qualified name: definitions
    std::map<std::uint64_t, DWARFDie> threadLocals;  // by offset
  };
  // A known type: identified by its entry in the debug information, or created for one dimension of an array.
  struct Entry {
    DWARFDie die;
    File* file = nullptr;
    bool isComplete = false;
    Type type;
  };

  std::map<std::string, File> files;
  std::deque<Entry> entries;
  std::map<const void*, TypeId> known; // by entry of the debug information

  File& open(const std::string& path) {
    const auto [it, isNew] = files.try_emplace(path);
    if (!isNew)
      return it->second;
    auto object = llvm::object::ObjectFile::createObjectFile(path);
    if (!object) {
      llvm::consumeError(object.takeError());
      return it->second;
    }
    it->second.object = std::move(*object);
    const auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
    it->second.context = DWARFContext::create(
        *it->second.object.getBinary(), DWARFContext::ProcessDebugRelocations::Process, nullptr, "", ignore, ignore);
    return it->second;
  }

  // Indexes the names of all types and the offsets of thread-local variables, once per file.
  void index(File& file) {
    if (file.isIndexed || !file.context)
      return;
    file.isIndexed = true;
    for (const auto& unit : file.context->compile_units())
      for (const auto& entry : unit->dies()) {
        const DWARFDie die(unit.get(), &entry);
        if (isNamedType(die.getTag()) && numberOf(die, dwarf::DW_AT_declaration) == 0)
          if (std::string name = compact(qualifiedName(die)); !name.empty())
            file.types.try_emplace(std::move(name), die);
        if (die.getTag() == dwarf::DW_TAG_variable)
          if (const std::optional<std::uint64_t> offset = threadLocalOffsetOf(die))
            file.threadLocals.try_emplace(*offset, die);
      }
  }

  // Skips typedefs and qualifiers, and replaces a declaration by its definition.
  DWARFDie resolve(DWARFDie die, File& file, std::string* alias = nullptr) {
    while (die && isTransparent(die.getTag())) {
      if (alias && alias->empty() && die.getTag() == dwarf::DW_TAG_typedef)
        *alias = qualifiedName(die);
      die = die.getAttributeValueAsReferencedDie(dwarf::DW_AT_type);
    }
    if (die && numberOf(die, dwarf::DW_AT_declaration) != 0) {
      index(file);
      if (const auto found = file.types.find(compact(qualifiedName(die))); found != file.types.end())
        return found->second;
    }
    return die;
  }

  TypeId typeOf(const DWARFDie& owner, File& file) {
    return of(owner.getAttributeValueAsReferencedDie(dwarf::DW_AT_type), file);
  }

  TypeId of(const DWARFDie& found, File& file) {
    std::string alias;
    const DWARFDie die = resolve(found, file, &alias);
    if (!die)
      return {};
    const auto [it, isNew] = known.try_emplace(die.getDebugInfoEntry(), TypeId());
    if (isNew) {
      it->second = TypeId(static_cast<std::uint32_t>(entries.size()));
      Entry& entry = entries.emplace_back();
      entry.die = die;
      entry.file = &file;
      entry.type.name = qualifiedName(die);
      if (entry.type.name.empty())
        entry.type.name = alias; // typedef struct { ... } name;
    }
    return it->second;
  }

  std::uint64_t bytesOf(TypeId id) { return id.valid() ? completed(id).bytes : 0; }

  const Type& completed(TypeId id) {
    Entry& entry = entries[id.value()];
    if (!entry.isComplete) {
      entry.isComplete = true;
      complete(entry);
    }
    return entry.type;
  }

  void complete(Entry& entry) {
    const DWARFDie die = entry.die;
    Type& type = entry.type;
    type.isCxx = isCxx(die);
    type.bytes = numberOf(die, dwarf::DW_AT_byte_size);
    switch (die.getTag()) {
    case dwarf::DW_TAG_base_type:
      type.kind = kindOfEncoding(numberOf(die, dwarf::DW_AT_encoding), type.name);
      break;
    case dwarf::DW_TAG_unspecified_type: // of nullptr
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type:
      type.kind = Type::Kind::Pointer;
      type.bytes = sizeof(std::uint64_t);
      type.target = typeOf(die, *entry.file);
      break;
    case dwarf::DW_TAG_subroutine_type:
      type.kind = Type::Kind::Function;
      break;
    case dwarf::DW_TAG_enumeration_type:
      type.kind = Type::Kind::Enumeration;
      addEnumerators(die, type);
      break;
    case dwarf::DW_TAG_ptr_to_member_type:
      type.isMemberPointer = true;
      type.bytes = 2 * sizeof(std::uint64_t);
      type.name = qualifiedName(die.getAttributeValueAsReferencedDie(dwarf::DW_AT_containing_type));
      break;
    case dwarf::DW_TAG_structure_type:
    case dwarf::DW_TAG_class_type:
      type.kind = Type::Kind::Record;
      type.lambdaAt = placeOfLambda(die);
      addMembers(die, *entry.file, type);
      break;
    case dwarf::DW_TAG_union_type:
      type.kind = Type::Kind::Union;
      addMembers(die, *entry.file, type);
      break;
    case dwarf::DW_TAG_array_type:
      addDimensions(die, *entry.file, type);
      break;
    default:
      break;
    }
  }

  static void addEnumerators(const DWARFDie& die, Type& type) {
    const bool isScoped = numberOf(die, dwarf::DW_AT_enum_class) != 0;
    for (const DWARFDie& child : die.children())
      if (child.getTag() == dwarf::DW_TAG_enumerator) {
        const auto value = child.find(dwarf::DW_AT_const_value);
        const std::uint64_t number = !value ? 0
                                     : value->getAsSignedConstant()
                                         ? static_cast<std::uint64_t>(*value->getAsSignedConstant())
                                         : dwarf::toUnsigned(value, 0);
        type.enumerators.emplace_back(number, isScoped ? shortNameOf(type.name) + "::" + nameOf(child) : nameOf(child));
      }
  }

  // The name without its namespaces.
  static std::string shortNameOf(const std::string& name) {
    const std::size_t colon = name.rfind("::");
    return colon == std::string::npos ? name : name.substr(colon + 2);
  }

  void addMembers(const DWARFDie& die, File& file, Type& type) {
    type.isLibrary = isOfLibrary(die);
    const bool isSharedBlock = type.name.starts_with("std::__1::__shared_ptr_emplace<");
    for (const DWARFDie& child : die.children()) {
      const bool isBase = child.getTag() == dwarf::DW_TAG_inheritance;
      if ((!isBase && child.getTag() != dwarf::DW_TAG_member) || numberOf(child, dwarf::DW_AT_external) != 0 ||
          numberOf(child, dwarf::DW_AT_declaration) != 0)
        continue;
      Member member;
      member.type = typeOf(child, file);
      member.name = isBase ? std::string() : nameOf(child);
      member.bits = numberOf(child, dwarf::DW_AT_bit_size);
      member.isBitField = member.bits != 0;
      member.bit = child.find(dwarf::DW_AT_data_bit_offset) ? numberOf(child, dwarf::DW_AT_data_bit_offset)
                                                            : 8 * numberOf(child, dwarf::DW_AT_data_member_location);
      if (!member.isBitField)
        member.bits = 8 * bytesOf(member.type);
      if (member.name.starts_with("_vptr"))
        member.name = "vptr";
      if (isSharedBlock && member.name == "__storage_")
        holdObject(die, file, type, member);
      type.members.push_back(std::move(member));
    }
  }

  // std::make_shared stores the object as bytes after its counts. The object's type is the first template argument.
  void holdObject(const DWARFDie& block, File& file, Type& type, Member& storage) {
    for (const DWARFDie& child : block.children())
      if (child.getTag() == dwarf::DW_TAG_template_type_parameter) {
        storage.type = typeOf(child, file);
        storage.name.clear();
        storage.bits = 8 * bytesOf(storage.type);
        type.standsFor = storage.type.valid() ? completed(storage.type).name : "";
        return;
      }
  }

  // Creates an array type for each dimension, outermost first.
  void addDimensions(const DWARFDie& die, File& file, Type& type) {
    std::vector<std::uint64_t> counts;
    for (const DWARFDie& child : die.children())
      if (child.getTag() == dwarf::DW_TAG_subrange_type)
        counts.push_back(child.find(dwarf::DW_AT_upper_bound) ? numberOf(child, dwarf::DW_AT_upper_bound) + 1
                                                              : numberOf(child, dwarf::DW_AT_count));
    TypeId element = typeOf(die, file);
    const bool cxx = type.isCxx;
    for (std::size_t i = counts.size(); i > 1; i--) {
      Entry inner;
      inner.isComplete = true;
      inner.type = arrayOf(element, counts[i - 1], cxx);
      element = TypeId(static_cast<std::uint32_t>(entries.size()));
      entries.push_back(std::move(inner));
    }
    const std::string name = type.name;
    type = arrayOf(element, counts.empty() ? 0 : counts.front(), cxx);
    type.name = name;
  }

  Type arrayOf(TypeId element, std::uint64_t count, bool cxx) {
    Type type;
    type.kind = Type::Kind::Array;
    type.target = element;
    type.count = count;
    type.bytes = count * bytesOf(element);
    type.isCxx = cxx;
    return type;
  }

  // Finds the variables of this name in a function and its blocks; prefers one with the given size.
  void findLocal(const DWARFDie& scope, File& file, const std::string& name, std::uint64_t bytes, TypeId& best) {
    for (const DWARFDie& child : scope.children()) {
      if (child.getTag() == dwarf::DW_TAG_lexical_block)
        findLocal(child, file, name, bytes, best);
      if ((child.getTag() != dwarf::DW_TAG_variable && child.getTag() != dwarf::DW_TAG_formal_parameter) ||
          nameOf(child) != name)
        continue;
      const TypeId type = typeOf(child, file);
      if (!best.valid() || (bytesOf(best) != bytes && bytesOf(type) == bytes))
        best = type;
    }
  }
};

DebugTypes::DebugTypes() : m_impl(std::make_unique<Impl>()) {}
DebugTypes::~DebugTypes() = default;

std::optional<DebugTypes::Variable> DebugTypes::global(const std::string& path, std::uint64_t address) {
  Impl::File& file = m_impl->open(path);
  if (!file.context)
    return std::nullopt;
  for (const auto& unit : file.context->compile_units())
    if (const DWARFDie die = unit->getVariableForAddress(address)) {
      // The definition of a static member or template refers to its declaration, which has the type.
      const DWARFDie declared = die.getAttributeValueAsReferencedDie(dwarf::DW_AT_specification);
      const TypeId type = m_impl->typeOf(die.find(dwarf::DW_AT_type) ? die : declared, file);
      const std::optional<std::uint64_t> begin = beginOf(die);
      if (!type.valid() || !begin)
        continue;
      if (address >= *begin && address - *begin < std::max<std::uint64_t>(1, m_impl->bytesOf(type)))
        return Variable{*begin, type};
    }
  return std::nullopt;
}

std::optional<DebugTypes::ThreadLocal> DebugTypes::threadLocal(const std::string& path, std::uint64_t offset) {
  Impl::File& file = m_impl->open(path);
  m_impl->index(file);
  auto at = file.threadLocals.upper_bound(offset);
  if (at == file.threadLocals.begin())
    return std::nullopt;
  --at;
  const DWARFDie declared = at->second.getAttributeValueAsReferencedDie(dwarf::DW_AT_specification);
  const DWARFDie die = declared ? declared : at->second;
  const TypeId type = m_impl->typeOf(die, file);
  if (!type.valid() || offset - at->first >= std::max<std::uint64_t>(1, m_impl->bytesOf(type)))
    return std::nullopt;
  return ThreadLocal{functionOf(at->second) + qualifiedName(die), {at->first, type}};
}

std::optional<TypeId> DebugTypes::local(const std::string& path, std::uint64_t code, const std::string& name,
                                        std::uint64_t bytes) {
  Impl::File& file = m_impl->open(path);
  if (!file.context)
    return std::nullopt;
  const DWARFDie function = file.context->getDIEsForAddress(code).FunctionDIE;
  TypeId best;
  if (function)
    m_impl->findLocal(function, file, name, bytes, best);
  return best.valid() ? std::optional(best) : std::nullopt;
}

std::optional<TypeId> DebugTypes::templateArgument(const std::string& path, std::uint64_t code) {
  Impl::File& file = m_impl->open(path);
  if (!file.context)
    return std::nullopt;
  if (const DWARFDie function = file.context->getDIEsForAddress(code).FunctionDIE)
    for (const DWARFDie& child : function.children())
      if (child.getTag() == dwarf::DW_TAG_template_type_parameter)
        if (const TypeId type = m_impl->typeOf(child, file); type.valid())
          return type;
  return std::nullopt;
}

std::optional<TypeId> DebugTypes::named(const std::string& path, const std::string& name) {
  Impl::File& file = m_impl->open(path);
  m_impl->index(file);
  const auto found = file.types.find(compact(name));
  if (found == file.types.end())
    return std::nullopt;
  const TypeId type = m_impl->of(found->second, file);
  return type.valid() ? std::optional(type) : std::nullopt;
}

const Type& DebugTypes::type(TypeId id) {
  return m_impl->completed(id);
}

} // namespace revisit
